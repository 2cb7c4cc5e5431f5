import { typeOf } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';
import { isValidAgainst } from './schema-validator.js';

function mentionedBy(branch: JsonSchema | undefined): string[] {
  return [...Object.keys(branch?.properties ?? {}), ...(branch?.required ?? [])];
}

/**
 * Defaults are put into the values when the form opens. Left here, they would come back as soon as a field is emptied.
 * A field that may be `null` is drawn as what it is otherwise.
 */
function drawnField(schema: JsonSchema): JsonSchema {
  const { default: _default, ...rest } = schema;
  const type = typeOf(schema);
  return type === undefined ? rest : { ...rest, type };
}

/**
 * The schema as it is drawn for the values on screen: the branch that they choose is laid over it, and a property that
 * only the other branch speaks of is not shown. Its value stays.
 */
export function drawnSchemaOf(schema: JsonSchema, values: Record<string, unknown>): JsonSchema {
  const applies = schema.if !== undefined && isValidAgainst(schema.if, values);
  const [active, idle] = applies ? [schema.then, schema.else] : [schema.else, schema.then];
  const branch = schema.if === undefined ? undefined : active;
  const kept = new Set([...mentionedBy(branch), ...Object.keys(schema.if?.properties ?? {})]);
  const hidden = schema.if === undefined ? [] : mentionedBy(idle).filter((name) => !kept.has(name));
  const names = Object.keys({ ...schema.properties, ...branch?.properties }).filter((name) => !hidden.includes(name));
  const properties = Object.fromEntries(
    names.map((name) => [name, drawnField({ ...schema.properties?.[name], ...branch?.properties?.[name] })]),
  );
  const required = [...new Set([...(schema.required ?? []), ...(branch?.required ?? [])])].filter((name) => !hidden.includes(name));
  return { type: 'object', properties, required };
}
