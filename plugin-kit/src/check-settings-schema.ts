import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { readJson } from './read-json.js';
import { checkProperties } from './settings-subset.js';

const addFormats = addFormatsModule.default;

/** Compiles with the host's options: draft-07, strict, defaults filled in. @throws Error saying what is wrong */
function compile(schema: object) {
  const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: true, allErrors: true, useDefaults: true });
  addFormats(ajv);
  ajv.addKeyword('x-ui');
  return ajv.compile(schema);
}

/** Reads the settings schema named in a package's manifest. */
export function readSettingsSchema(dir: string): Record<string, unknown> {
  const pkg = readJson(join(dir, 'package.json')) as { lectern?: { settings?: string } };
  return readJson(join(dir, pkg.lectern?.settings ?? 'settings.schema.json'));
}

/** Settings as the host passes them: valid, with defaults filled in. @throws Error if they are invalid */
export function withDefaults(schema: object, settings: object): object {
  const validate = compile(schema);
  const value = structuredClone(settings);
  if (validate(value)) return value;
  throw new Error(`the settings are not valid: ${(validate.errors ?? []).map((e) => `${e.instancePath} ${e.message ?? ''}`).join('; ')}`);
}

/** Lists the faults of a schema; see {@link checkSettingsSchema}. */
export function checkSchema(schema: Record<string, unknown>, sample?: object): string[] {
  const problems: string[] = [];
  if (schema.type !== 'object') problems.push('the schema must have type "object"');
  if (schema.additionalProperties !== false) problems.push('the schema must have additionalProperties false');
  try {
    const validate = compile(schema);
    if (sample && !validate(structuredClone(sample))) {
      problems.push(...(validate.errors ?? []).map((error) => `sample${error.instancePath}: ${error.message ?? 'is invalid'}`));
    }
  } catch (error) {
    problems.push(`the schema does not compile: ${(error as Error).message}`);
  }
  return [...problems, ...checkProperties(schema)];
}

/**
 * Lists the faults of a plugin's settings schema. It must be draft-07 in ajv's strict mode, an object without
 * additional properties, within the documented subset, with a title and a description for each property, and with both
 * marks on secrets.
 *
 * @param sample settings that must be valid
 */
export function checkSettingsSchema(dir: string, sample?: object): string[] {
  return checkSchema(readSettingsSchema(dir), sample);
}
