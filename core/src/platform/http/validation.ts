import { Ajv, type ErrorObject, type Options } from 'ajv';
import addFormats from 'ajv-formats';
import { foreignWords, inEnglish, sentence, type ForeignWords, type Sentence } from '../words/index.js';

type Fault = Sentence | ForeignWords;

/** One thing wrong with an input. `path` is a JSON pointer. */
export interface FieldError {
  readonly path: string;
  /** Completes a sentence that begins with the name of the field, or is a sentence itself. */
  readonly message: Fault;
}

/**
 * Makes the ajv that the whole server uses: it reports all errors, fills in defaults and knows formats. It trusts the
 * schemas that it gets, so check a schema from outside with `validateSchema` first.
 */
export function createAjv(options: Options = {}): Ajv {
  const ours = { allErrors: true, useDefaults: true, strict: true, strictTypes: false, strictTuples: false, validateSchema: false };
  // V8 optimizes what is called often; to do it here as well takes a third of the time in which a schema is compiled
  const ajv = new Ajv({ ...ours, code: { optimize: false }, ...options });
  addFormats.default(ajv);
  // hints for the forms of settings
  ajv.addVocabulary(['x-ui']);
  return ajv;
}

/** Cuts names and places in errors, because they come from outside and may be as long as a body. */
const MOST_CHARACTERS = 200;

function cut(text: string): string {
  return text.length <= MOST_CHARACTERS ? text : `${text.slice(0, MOST_CHARACTERS)}…`;
}

const TYPES: Readonly<Record<string, Sentence>> = {
  string: sentence('field.type_string'),
  number: sentence('field.type_number'),
  integer: sentence('field.type_integer'),
  boolean: sentence('field.type_boolean'),
  object: sentence('field.type_object'),
  array: sentence('field.type_array'),
  null: sentence('field.type_null'),
};

function aboutType(type: string | readonly string[]): Sentence {
  const types = [type].flat();
  const only = types.length === 1 ? TYPES[types[0] ?? ''] : undefined;
  return only ?? sentence('field.types', { types: { anyOf: types } });
}

const COMPARED = {
  '>=': 'field.minimum',
  '<=': 'field.maximum',
  '>': 'field.exclusive_minimum',
  '<': 'field.exclusive_maximum',
} as const;

const COUNTED = {
  minLength: 'field.min_length',
  maxLength: 'field.max_length',
  minItems: 'field.min_items',
  maxItems: 'field.max_items',
  minProperties: 'field.min_members',
  maxProperties: 'field.max_members',
} as const;

function isCounted(keyword: string): keyword is keyof typeof COUNTED {
  return Object.hasOwn(COUNTED, keyword);
}

/** What is wrong, in the sentence of its keyword. Keywords that no schema has yet say it as ajv does, in English. */
function faultOf({ keyword, params, message }: ErrorObject): Fault {
  if (isCounted(keyword)) return sentence(COUNTED[keyword], { limit: Number(params['limit']) });
  switch (keyword) {
    case 'additionalProperties':
      return sentence('field.unknown_member', { name: cut(String(params['additionalProperty'])) });
    case 'required':
      return sentence('field.required');
    case 'enum':
      return sentence('field.one_of', { values: (params['allowedValues'] as unknown[]).map(String) });
    case 'const':
      return sentence('field.constant', { value: JSON.stringify(params['allowedValue']) });
    case 'minimum':
    case 'maximum':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
      return sentence(COMPARED[params['comparison'] as keyof typeof COMPARED], { limit: Number(params['limit']) });
    case 'multipleOf':
      return sentence('field.multiple_of', { step: Number(params['multipleOf']) });
    case 'pattern':
      return sentence('field.pattern', { regex: String(params['pattern']) });
    case 'format':
      return sentence('field.format', { format: String(params['format']) });
    case 'type':
      return aboutType(params['type'] as string | readonly string[]);
    case 'uniqueItems':
      return sentence('field.unique_items', { first: Number(params['j']), second: Number(params['i']) });
    case 'propertyNames':
      return sentence('field.member_name', { name: cut(String(params['propertyName'])) });
    case 'anyOf':
    case 'oneOf':
      return sentence('field.no_match');
    default:
      return message === undefined ? sentence('field.not_valid') : foreignWords(message);
  }
}

/** Turns ajv's errors into errors for people: one for each place, without the noise of unions. */
export function describeErrors(errors: readonly ErrorObject[]): FieldError[] {
  const seen = new Map<string, FieldError>();
  for (const error of errors) {
    // this error only repeats that a part of the schema failed, and that part has an error of its own
    if (error.keyword === 'if') continue;
    if (error.keyword === 'anyOf' && seen.has(error.instancePath)) continue;
    const path = error.keyword === 'required' ? `${error.instancePath}/${String(error.params['missingProperty'])}` : error.instancePath;
    const entry = { path: path === '' ? '/' : cut(path), message: faultOf(error) };
    const earlier = seen.get(entry.path);
    if (earlier && error.keyword === 'const') {
      seen.set(entry.path, {
        path: entry.path,
        message: sentence('field.or_constant', { fault: earlier.message, value: JSON.stringify(error.params['allowedValue']) }),
      });
    } else if (!earlier) seen.set(entry.path, entry);
  }
  return [...seen.values()];
}

/**
 * Finds what no limit of a schema catches: a number that is not finite, for which `1e309` is valid JSON, and a text with a NUL, which
 * PostgreSQL does not store and some programs take for its end.
 */
export function findUnfit(value: unknown, path = ''): FieldError | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path: cut(path), message: sentence('field.finite') };
  if (typeof value === 'string') return value.includes('\0') ? { path: cut(path), message: sentence('field.nul') } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (name.includes('\0')) return { path: cut(path) || '/', message: sentence('field.nul') };
    const found = findUnfit(part, `${path}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** In English, for logs and for whoever runs a command: each with its place. */
export function tellErrors(errors: readonly FieldError[]): string[] {
  return errors.map(({ path, message }) => `${path} ${inEnglish(message)}`);
}
