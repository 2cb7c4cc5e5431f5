import { join } from 'node:path';
import { Ajv } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { readJson } from './read-json.js';
import { checkProperties } from './settings-subset.js';

const addFormats = addFormatsModule.default;

/** Compiles with what the host uses: draft-07, strict, defaults filled in. @throws Error saying what is wrong */
function compile(schema: object) {
  const ajv = new Ajv({ strict: true, strictRequired: false, strictTypes: true, allErrors: true, useDefaults: true });
  addFormats(ajv);
  ajv.addKeyword('x-ui');
  return ajv.compile(schema);
}

/** Reads the settings schema the manifest of a package names. */
export function readSettingsSchema(dir: string): Record<string, unknown> {
  const pkg = readJson(join(dir, 'package.json')) as { lectern?: { settings?: string } };
  return readJson(join(dir, pkg.lectern?.settings ?? 'settings.schema.json'));
}

/** Settings as the host hands them over: valid, with defaults filled in. @throws Error when they are not valid */
export function withDefaults(schema: object, settings: object): object {
  const validate = compile(schema);
  const value = structuredClone(settings);
  if (validate(value)) return value;
  throw new Error(`the settings are not valid: ${(validate.errors ?? []).map((e) => `${e.instancePath} ${e.message ?? ''}`).join('; ')}`);
}

/** What is wrong with a schema; see {@link checkSettingsSchema}. */
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
 * What is wrong with a plugin's settings schema: draft-07 in ajv's strict mode, an object that takes no further
 * properties, nothing outside of the documented subset, a title and a description on each, secrets marked both ways.
 *
 * @param sample settings that have to be valid
 */
export function checkSettingsSchema(dir: string, sample?: object): string[] {
  return checkSchema(readSettingsSchema(dir), sample);
}
