import { cleanLine, cleanText } from '../../base/text.js';

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);
}

/** A text on one line that is safe between tags and in a quoted attribute of HTML or SVG. */
export function escapeHtml(text: string): string {
  return escape(cleanLine(text));
}

/** The same for a text of several lines, whose line ends and tabs stay; for elements that show them. */
export function escapeBlock(text: string): string {
  return escape(cleanText(text));
}
