import { escapeHtml } from './escape.js';

/** Colours that stand out from a white and from a dark page alike. */
export const COLOURS = { blue: '#3b82c4', orange: '#c2660c', green: '#2e8b57', purple: '#9264c8' } as const;

const STYLE = `
:root{color-scheme:light dark;--ink:#1b1f24;--faint:#57606a;--line:#d0d7de;--page:#fff;--panel:#f6f8fa;--warn:#bc4c00;
--add:#dafbe1;--cut:#ffebe9}
@media(prefers-color-scheme:dark){:root{--ink:#e6edf3;--faint:#9198a1;--line:#30363d;--page:#0d1117;--panel:#161b22;
--warn:#f0883e;--add:#12361f;--cut:#4b1a1d}}
body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:76rem;padding:0 1rem;color:var(--ink);background:var(--page)}
h1{font-size:1.5rem;overflow-wrap:anywhere}h2{font-size:1.2rem;margin-top:2.4rem;border-bottom:1px solid var(--line)}h3{font-size:1rem;margin-top:1.5rem}
p{max-width:60rem}.note,figcaption,caption{color:var(--faint)}
.warning,.simulated{border-left:3px solid var(--warn);padding-left:.7rem;color:var(--ink)}
dl{display:grid;grid-template-columns:fit-content(14rem) minmax(0,1fr);gap:.1rem 1.2rem}
dt{color:var(--faint);overflow-wrap:anywhere}dd{margin:0;overflow-wrap:anywhere}
.scroll{overflow-x:auto;margin:.6rem 0}
table{border-collapse:collapse;font-variant-numeric:tabular-nums}caption{text-align:left;padding-bottom:.2rem}
th,td{text-align:left;padding:.2rem .9rem .2rem 0;border-bottom:1px solid var(--line);vertical-align:top}
.data th,.data td{white-space:nowrap}.data .long{white-space:normal;min-width:18rem}tbody th{font-weight:normal}
td,q,pre,bdi{unicode-bidi:isolate}
figure{margin:1rem 0 1.6rem}figcaption{margin-bottom:.4rem}svg{max-width:100%;height:auto;overflow:visible}svg text{font:12px system-ui,sans-serif}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--panel);padding:.7rem;font:13px/1.45 ui-monospace,monospace}
code{font:13px ui-monospace,monospace;overflow-wrap:anywhere}
blockquote{margin:.5rem 0 1rem;padding:.1rem .8rem;border-left:3px solid var(--line);overflow-wrap:anywhere}
blockquote p{margin:.3rem 0}
.diff{width:100%;table-layout:fixed;font:13px/1.45 ui-monospace,monospace}
.diff td{width:50%;white-space:pre-wrap;overflow-wrap:anywhere;padding:.1rem .5rem;border-bottom:0}
.diff .gap td{color:var(--faint);border-top:1px solid var(--line)}
.removed{background:var(--cut)}.added{background:var(--add)}ins,del{text-decoration:underline;font-weight:600}
del{text-decoration:line-through}
nav a{margin-right:1rem}a{color:inherit}
@media print{body{margin:0;max-width:none;font-size:11px}.scroll{overflow:visible}.data th,.data td{white-space:normal}
table{font-size:10px}figure,tr,blockquote{break-inside:avoid}h2,h3{break-after:avoid}nav{display:none}}
`;

/** A part of a page with a heading of its own. */
export interface Section {
  /** Its address within the page: small letters and hyphens. */
  readonly id: string;
  readonly title: string;
  /** HTML; empty for a section that is left out. */
  readonly body: string;
}

/**
 * One HTML page that opens from disk: no script, nothing loaded, and a policy that forbids both.
 *
 * @param lead HTML between the heading and the first section
 */
export function htmlPage(title: string, lead: string, sections: readonly Section[]): string {
  const shown = sections.filter(({ body }) => body !== '');
  const links = shown.map(({ id, title: name }) => `<a href="#${id}">${escapeHtml(name)}</a>`);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${lead}
<nav aria-label="Contents">${links.join('\n')}</nav>
${shown.map(({ id, title: name, body }) => `<section id="${id}">\n<h2>${escapeHtml(name)}</h2>\n${body}\n</section>`).join('\n')}
</main>
</body>
</html>
`;
}
