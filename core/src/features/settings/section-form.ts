import { IsNull, IsUnion } from 'typebox';
import type { Drawing, Field, Section } from './section.js';

/** A JSON Schema with form hints, like that of a plugin's settings. */
export type SettingsForm = Readonly<Record<string, unknown>>;

function mayBeNull({ schema }: Field): boolean {
  return IsUnion(schema) && schema.anyOf.some((part) => IsNull(part));
}

/** The rules of a field in the form subset, in which `null` is an additional type. */
function rulesOf(field: Field): SettingsForm {
  const { schema, choices } = field;
  if (choices) return { type: 'string', oneOf: choices.map(({ value, title }) => ({ const: value, title })) };
  if (!IsUnion(schema)) return { ...schema };
  const rules: SettingsForm = { ...schema.anyOf.find((part) => !IsNull(part)) };
  return mayBeNull(field) ? { ...rules, type: [rules['type'], 'null'] } : rules;
}

function fieldOf(field: Field, { default: value, title, help, ui }: Drawing<unknown>): SettingsForm {
  const rules = rulesOf(field);
  // an empty secret would mean that the stored one is cleared
  const start = rules['writeOnly'] === true ? {} : { default: value };
  return { ...rules, title, ...(help ? { description: help } : {}), ...start, ...(ui ? { 'x-ui': ui } : {}) };
}

/** The form of a section; `undefined` if none of its fields is visible. */
export function formOf({ title, note, page, fields, when }: Section): SettingsForm | undefined {
  const drawn = Object.entries(fields).flatMap(([name, field]) =>
    field.drawing ? [{ name, field, schema: fieldOf(field, field.drawing) }] : [],
  );
  if (drawn.length === 0) return undefined;
  return {
    type: 'object',
    title,
    ...(note ? { description: note } : {}),
    ...(page ? { 'x-ui': { page } } : {}),
    properties: Object.fromEntries(drawn.map(({ name, schema }) => [name, schema])),
    // an emptied field has no value, unless `null` is allowed; the number behind a switch uses the switch for that
    required: drawn.filter(({ field }) => !mayBeNull(field) || field.drawing?.ui?.widget === 'optional-number').map(({ name }) => name),
    ...when,
  };
}
