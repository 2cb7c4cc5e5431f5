import { sentence, type Sentence } from '../../platform/words/index.js';
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
  readonly message: Sentence;
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
      errors.push({ code: 'backslash', message: sentence('field.template_backslash', { open: '{', close: '}' }), position });
    } else if (FORBIDDEN.test(char) || char < ' ' || char === '\u007f') {
      errors.push({
        code: 'forbidden_character',
        message: sentence('field.template_forbidden_character', { character: JSON.stringify(char) }),
        position,
      });
    } else {
      chars.push({ char, escaped: false, position });
    }
  }
  return chars;
}

function unknownVariable(words: readonly string[], position: number): PathTemplateError {
  const known = PATH_VARIABLES.find((name) => words.some((word) => word.toLowerCase() === name.toLowerCase()));
  const block = `{${words.join(' ')}}`;
  const message = known
    ? sentence('field.template_unknown_variable_like', { block, known })
    : sentence('field.template_unknown_variable', { block, known: [...PATH_VARIABLES] });
  return { code: 'unknown_variable', message, position };
}

function readBlock(chars: readonly Char[], position: number, errors: PathTemplateError[]): PathTemplateNode | undefined {
  const text = chars.map(({ char }) => char).join('');
  if (text.trim() === '') {
    errors.push({ code: 'empty_block', message: sentence('field.template_empty_block', { block: '{…}' }), position });
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
    const names = variables.map((match) => match[0]);
    errors.push({
      code: 'several_variables',
      message: sentence('field.template_several_variables', { names }),
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
        message: sentence('field.template_nested_block', { written: '\\{' }),
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
      errors.push({
        code: 'unmatched_brace',
        message: sentence('field.template_unmatched_brace', { brace: '}', written: '\\}' }),
        position: item.position,
      });
    }
  }
  if (block)
    errors.push({
      code: 'unclosed_block',
      message: sentence('field.template_unclosed_block', { brace: '{', written: '\\{' }),
      position: blockStart,
    });
  flush();
  return nodes;
}
