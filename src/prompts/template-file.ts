import Handlebars from 'handlebars';
import { UserError } from '../base/errors.js';
import { sha256 } from '../base/hash.js';
import type { JsonObject } from '../base/json.js';
import { listText } from '../base/text.js';

/** Variables a section may use, by section name. */
export type SectionVariables = Readonly<Record<string, readonly string[]>>;

/** A prompt file: named sections, each rendered by itself. */
export interface TemplateFile {
  /** SHA-256 of the file's text. */
  readonly hash: string;
  /** Renders a section, outer white space trimmed. Throws on a missing variable. */
  render(section: string, variables: JsonObject): string;
}

const handlebars = Handlebars.create();
handlebars.registerHelper('list', (items: readonly string[]) => listText(items));
handlebars.registerHelper('eq', (a: unknown, b: unknown) => a === b);
handlebars.registerHelper('plural', (count: number, one: string, many: string) => (count === 1 ? one : many));

// Handlebars has a helper of its own called `log`, which would print our variable of that name and render nothing.
handlebars.unregisterHelper('log');

const { helperMissing, blockHelperMissing, ...helpers } = handlebars.helpers;
const OWN_FIELDS_ONLY = { whitelist: {}, defaultValue: false };

/**
 * What Handlebars gives to a partial. At every render of a whole template it makes these anew, a wrapper for each
 * helper, which takes five times as long as the line of text itself.
 */
const AS_PARTIAL = {
  partial: true,
  helpers,
  hooks: { helperMissing, blockHelperMissing },
  protoAccessControl: { methods: OWN_FIELDS_ONLY, properties: OWN_FIELDS_ONLY },
};

function rendered(template: Handlebars.TemplateDelegate, variables: JsonObject): string {
  return template(variables, { ...AS_PARTIAL, data: { root: variables } }).trim();
}

const HELPERS = ['list', 'eq', 'plural', 'if', 'unless', 'each', 'with'];

const isPath = (node: hbs.AST.Node): node is hbs.AST.PathExpression => node.type === 'PathExpression';

/** Collects the variables a section reads; names bound by block parameters and `this` are no variables. */
class VariableFinder extends Handlebars.Visitor {
  readonly found = new Map<string, number>();
  /** What a prompt cannot use: helpers we do not have, partials. */
  readonly refused: { readonly what: string; readonly line: number }[] = [];
  readonly #bound: string[] = [];
  /** Blocks around this place that put an item in place of the section's variables. */
  #items = 0;

  override PathExpression(path: hbs.AST.PathExpression): void {
    const name = path.parts[0];
    if (name === undefined || path.data || this.#bound.includes(name)) return;
    // Inside an `each` or `with`, `this.field` is a field of the item, not a variable of the section.
    if (this.#items > 0 && /^this[./]/.test(path.original)) return;
    this.found.set(name, path.loc.start.line);
  }

  override MustacheStatement(statement: hbs.AST.MustacheStatement): void {
    this.#call(statement);
  }

  override SubExpression(expression: hbs.AST.SubExpression): void {
    this.#call(expression);
  }

  override PartialStatement(partial: hbs.AST.PartialStatement): void {
    this.refused.push({ what: 'a partial ({{> …}})', line: partial.loc.start.line });
  }

  override BlockStatement(block: hbs.AST.BlockStatement): void {
    this.#helper(block);
    const params = (block.program as { blockParams?: string[] }).blockParams ?? [];
    this.acceptArray(block.params);
    this.#bound.push(...params);
    const item = isPath(block.path) && ['each', 'with'].includes(block.path.original) ? 1 : 0;
    this.#items += item;
    this.accept(block.program);
    this.#items -= item;
    if (block.inverse !== undefined) this.accept(block.inverse);
    this.#bound.splice(this.#bound.length - params.length);
  }

  #helper({ path, loc }: { readonly path: hbs.AST.Node; readonly loc: hbs.AST.SourceLocation }): void {
    const name = isPath(path) ? path.original : '';
    if (!HELPERS.includes(name))
      this.refused.push({ what: `an unknown helper "${name}"`, line: loc.start.line });
  }

  // With parameters the head is a helper's name; without, it is a variable.
  #call(node: hbs.AST.MustacheStatement | hbs.AST.SubExpression): void {
    const name = isPath(node.path) ? node.path.original : '';
    if (node.params.length > 0) {
      this.#helper(node);
    } else if (HELPERS.includes(name)) {
      // Handlebars would call the helper without its parameters and print nothing.
      const what = `the helper "${name}" without a parameter (a variable of that name is {{this.${name}}})`;
      this.refused.push({ what, line: node.loc.start.line });
    } else {
      this.accept(node.path);
    }
    this.acceptArray(node.params);
  }
}

function inlineName(statement: hbs.AST.Statement): string | undefined {
  const block = statement as unknown as hbs.AST.DecoratorBlock;
  if (
    (block.type as string) !== 'DecoratorBlock' ||
    !isPath(block.path) ||
    block.path.original !== 'inline'
  ) {
    return undefined;
  }
  const name = block.params[0] as hbs.AST.StringLiteral | undefined;
  return name?.type === 'StringLiteral' ? name.value : undefined;
}

/**
 * Compiles a prompt file: a Handlebars text made of `{{#*inline "section"}} … {{/inline}}` blocks.
 * A section that is missing or unknown, an unknown helper, or a variable that its section does not have
 * is a {@link UserError} naming file and line.
 *
 * @param label how the file is called in messages
 */
export function compileTemplates(label: string, text: string, sections: SectionVariables): TemplateFile {
  const fail = (problem: string): never => {
    throw new UserError('prompt.template', `prompt file ${label}: ${problem}`);
  };
  let program: hbs.AST.Program;
  try {
    program = handlebars.parse(text);
  } catch (error) {
    const first = String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
    return fail(`not a Handlebars template (${first})`);
  }
  const compiled = new Map<string, Handlebars.TemplateDelegate>();
  for (const statement of program.body) {
    const name = inlineName(statement);
    if (name === undefined) {
      const loose =
        statement.type === 'ContentStatement' ? (statement as hbs.AST.ContentStatement).value.trim() : 'x';
      if (statement.type !== 'CommentStatement' && loose !== '') {
        fail(`line ${statement.loc.start.line}: text outside of {{#*inline "section"}} … {{/inline}}`);
      }
      continue;
    }
    const allowed = sections[name];
    const line = statement.loc.start.line;
    if (allowed === undefined) {
      return fail(
        `line ${line}: unknown section "${name}"; sections are: ${Object.keys(sections).join(', ')}`,
      );
    }
    if (compiled.has(name)) fail(`line ${line}: section "${name}" occurs twice`);
    const body = (statement as unknown as hbs.AST.DecoratorBlock).program;
    const finder = new VariableFinder();
    finder.accept(body);
    for (const { what, line: at } of finder.refused) {
      fail(`line ${at}: section "${name}" uses ${what}; helpers are: ${HELPERS.join(', ')}`);
    }
    for (const [variable, at] of finder.found) {
      if (!allowed.includes(variable)) {
        const known = allowed.length === 0 ? 'it has none' : `it has: ${allowed.join(', ')}`;
        fail(`line ${at}: section "${name}" has no variable "${variable}"; ${known}`);
      }
    }
    compiled.set(
      name,
      handlebars.compile(body, {
        strict: true,
        noEscape: true,
        knownHelpers: { log: false },
      }),
    );
  }
  for (const name of Object.keys(sections)) {
    if (!compiled.has(name)) fail(`section "${name}" is missing`);
  }
  return {
    hash: sha256(text),
    render(section, variables) {
      const template = compiled.get(section);
      if (template === undefined) throw new Error(`prompt file ${label} has no section "${section}"`);
      try {
        return rendered(template, variables);
      } catch (error) {
        const why = String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
        throw new UserError(
          'prompt.template',
          `prompt file ${label}: section "${section}" cannot be made (${why})`,
        );
      }
    },
  };
}
