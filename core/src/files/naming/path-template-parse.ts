/** The variables of a path template. */
export const PATH_VARIABLES = [
  'author',
  'title',
  'subtitle',
  'narrator',
  'asin',
  'year',
  'series',
  'seriesPart',
  'language',
  'publisher',
] as const;

export type PathVariable = (typeof PATH_VARIABLES)[number];

export type PathTemplateErrorCode =
  | 'empty'
  | 'too_long'
  | 'unclosed_block'
  | 'unmatched_brace'
  | 'nested_block'
  | 'empty_block'
  | 'unknown_variable'
  | 'several_variables'
  | 'backslash'
  | 'forbidden_character'
  | 'absolute'
  | 'dot_segment'
  | 'empty_segment'
  | 'trailing_separator'
  | 'no_identity';

/** One thing wrong with a template. `position` counts UTF-16 units from its start. */
export interface PathTemplateError {
  readonly code: PathTemplateErrorCode;
  readonly message: string;
  readonly position: number;
}

/** Literal text of the template, or a block: one variable with the literals that disappear when it is empty. */
export type PathTemplateNode =
  | { readonly kind: 'literal'; readonly text: string; readonly position: number }
  | { readonly kind: 'block'; readonly before: string; readonly variable: PathVariable; readonly after: string; readonly position: number };

interface Char {
  readonly char: string;
  /** Written as `\{` or `\}`. */
  readonly escaped: boolean;
  readonly position: number;
}

const FORBIDDEN = /[<>:"|?*]/;

function isPathVariable(word: string): word is PathVariable {
  return (PATH_VARIABLES as readonly string[]).includes(word);
}

function readChars(source: string, errors: PathTemplateError[]): Char[] {
  const chars: Char[] = [];
  for (let position = 0; position < source.length; position += 1) {
    const char = source.charAt(position);
    const next = source.charAt(position + 1);
    if (char === '\\' && (next === '{' || next === '}')) {
      chars.push({ char: next, escaped: true, position });
      position += 1;
    } else if (char === '\\') {
      errors.push({ code: 'backslash', message: 'A backslash may only stand before { or }. Write / between folders.', position });
    } else if (FORBIDDEN.test(char) || char < ' ' || char === '\u007f') {
      errors.push({ code: 'forbidden_character', message: `The character ${JSON.stringify(char)} cannot be part of a name.`, position });
    } else {
      chars.push({ char, escaped: false, position });
    }
  }
  return chars;
}

function unknownVariable(words: readonly string[], position: number): PathTemplateError {
  const known = PATH_VARIABLES.find((name) => words.some((word) => word.toLowerCase() === name.toLowerCase()));
  const hint = known ? `Did you mean ${known}?` : `Known are ${PATH_VARIABLES.join(', ')}.`;
  return { code: 'unknown_variable', message: `There is no variable in {${words.join(' ')}}. ${hint}`, position };
}

function readBlock(chars: readonly Char[], position: number, errors: PathTemplateError[]): PathTemplateNode | undefined {
  const text = chars.map(({ char }) => char).join('');
  if (text.trim() === '') {
    errors.push({ code: 'empty_block', message: 'A block {…} needs a variable.', position });
    return undefined;
  }
  const words = Array.from(text.matchAll(/[\p{L}_][\p{L}\p{N}_]*/gu));
  const variables = words.filter((match) => isPathVariable(match[0]));
  const [only, second] = variables;
  if (!only) {
    errors.push(
      unknownVariable(
        words.map((match) => match[0]),
        position,
      ),
    );
    return undefined;
  }
  if (second) {
    const names = variables.map((match) => match[0]).join(' and ');
    errors.push({
      code: 'several_variables',
      message: `A block holds one variable, this one has ${names}. Write one block for each.`,
      position,
    });
    return undefined;
  }
  const variable = only[0] as PathVariable;
  return { kind: 'block', before: text.slice(0, only.index), variable, after: text.slice(only.index + variable.length), position };
}

/**
 * Splits a template into literals and blocks.
 *
 * @param errors receives everything that is wrong; the readable parts are returned anyway
 */
export function parsePathTemplate(source: string, errors: PathTemplateError[]): PathTemplateNode[] {
  const nodes: PathTemplateNode[] = [];
  let literal: Char[] = [];
  let block: Char[] | undefined;
  let blockStart = 0;
  const flush = (): void => {
    const first = literal[0];
    if (first) nodes.push({ kind: 'literal', text: literal.map(({ char }) => char).join(''), position: first.position });
    literal = [];
  };

  for (const item of readChars(source, errors)) {
    if (item.escaped || (item.char !== '{' && item.char !== '}')) {
      (block ?? literal).push(item);
    } else if (item.char === '{' && block) {
      errors.push({
        code: 'nested_block',
        message: 'A block cannot stand inside a block. Write \\{ for a brace.',
        position: item.position,
      });
    } else if (item.char === '{') {
      flush();
      block = [];
      blockStart = item.position;
    } else if (block) {
      const node = readBlock(block, blockStart, errors);
      if (node) nodes.push(node);
      block = undefined;
    } else {
      errors.push({ code: 'unmatched_brace', message: 'This } closes nothing. Write \\} for a brace.', position: item.position });
    }
  }
  if (block) errors.push({ code: 'unclosed_block', message: 'This { is never closed. Write \\{ for a brace.', position: blockStart });
  flush();
  return nodes;
}
