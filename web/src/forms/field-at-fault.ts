import type { CheckAnswer } from '../api/types.js';
import { segmentsOf } from './error-schema.js';
import type { JsonSchema } from './json-schema.js';

/** @returns the title of the field that a failed test is about, if it is one of the shown ones, which states the error itself */
export function fieldAtFault({ error }: CheckAnswer, shown: NonNullable<JsonSchema['properties']>): string | undefined {
  if (error?.field === undefined) return undefined;
  const [name = ''] = segmentsOf(`/${error.field.replace(/^\//, '')}`);
  const schema = shown[name];
  return schema === undefined ? undefined : (schema.title ?? name);
}
