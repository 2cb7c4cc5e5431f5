import { Ajv, type ErrorObject, type Options } from 'ajv';
import addFormats from 'ajv-formats';

/** One thing wrong with an input. `path` is a JSON pointer. */
export interface FieldError {
  readonly path: string;
  readonly message: string;
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

const NUL = 'must not contain a NUL character';

function sentence(error: ErrorObject): string {
  switch (error.keyword) {
    case 'additionalProperties':
      return `does not know the member “${cut(String(error.params['additionalProperty']))}”`;
    case 'required':
      return 'is required';
    case 'enum':
      return `must be one of ${(error.params['allowedValues'] as unknown[]).join(', ')}`;
    case 'const':
      return `must be ${JSON.stringify(error.params['allowedValue'])}`;
    default:
      return error.message ?? 'is not valid';
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
    const entry = { path: path === '' ? '/' : cut(path), message: sentence(error) };
    const earlier = seen.get(entry.path);
    if (earlier && error.keyword === 'const') {
      seen.set(entry.path, { path: entry.path, message: `${earlier.message} or ${JSON.stringify(error.params['allowedValue'])}` });
    } else if (!earlier) seen.set(entry.path, entry);
  }
  return [...seen.values()];
}

/**
 * Finds what no limit of a schema catches: a number that is not finite, for which `1e309` is valid JSON, and a text with a NUL, which
 * PostgreSQL does not store and some programs take for its end.
 */
export function findUnfit(value: unknown, path = ''): FieldError | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : { path: cut(path), message: 'must be a finite number' };
  if (typeof value === 'string') return value.includes('\0') ? { path: cut(path), message: NUL } : undefined;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, part] of Object.entries(value)) {
    if (name.includes('\0')) return { path: cut(path) || '/', message: NUL };
    const found = findUnfit(part, `${path}/${name}`);
    if (found !== undefined) return found;
  }
  return undefined;
}
