import { typeOf } from './json-schema.js';
import type { JsonSchema } from './json-schema.js';
import { isValidAgainst } from './schema-validator.js';

function mentionedBy(branch: JsonSchema | undefined): string[] {
  return [...Object.keys(branch?.properties ?? {}), ...(branch?.required ?? [])];
}

/**
 * Defaults are filled in when the form opens. If they stayed in the schema, they would come back as soon as a field is
 * emptied. A nullable field is rendered like its other type.
 */
function drawnField(schema: JsonSchema): JsonSchema {
  const { default: _default, ...rest } = schema;
  const type = typeOf(schema);
  return type === undefined ? rest : { ...rest, type };
}

/**
 * The schema to render for the values on screen: overlaid with the branch they choose, and without properties that only
 * the other branch has. Their values stay.
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
