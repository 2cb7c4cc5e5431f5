import { isSecret, typeOf } from './json-schema.js';
import type { JsonSchema, UiHints } from './json-schema.js';
import { isValidAgainst } from './schema-validator.js';

/** The hints that the form renderer needs in addition to the schema. Keys are those of rjsf. */
export interface FieldUi {
  'ui:widget'?: string;
  'ui:placeholder'?: string;
  /** The value of an emptied field, if it has one. */
  'ui:emptyValue'?: '';
  'ui:options'?: Pick<UiHints, 'group' | 'advanced' | 'help' | 'choices' | 'options' | 'numberTitle' | 'start' | 'caution' | 'inset'>;
  'ui:order'?: string[];
  items?: FieldUi | Record<string, unknown>;
}
export type UiSchema = Record<string, FieldUi | string[]>;

function widgetOf(schema: JsonSchema, registered: readonly string[]): string | undefined {
  const hints = schema['x-ui'];
  if (isSecret(schema)) return 'secret';
  if (hints?.choices) return 'choices';
  if (hints?.widget !== undefined && registered.includes(hints.widget)) return hints.widget;
  if (hints?.options && typeOf(schema) === 'string') return 'offered';
  if (schema.type === 'boolean') return 'switch';
  if (schema.type === 'array' && schema.items && schema.items.type !== 'object') return schema.items.enum ? 'select' : 'tags';
  if (hints?.widget === 'optional-number') return 'optional-number';
  if (hints?.widget === 'textarea') return 'textarea';
  if (hints?.widget === 'path') return 'path';
  if (hints?.widget === 'url' || schema.format === 'uri') return 'url';
  return undefined;
}

/** If there is a default, an empty text is a separate choice wherever the schema allows it. */
function mayBeEmpty(schema: JsonSchema): boolean {
  return schema.type === 'string' && schema.default !== undefined && !isSecret(schema) && isValidAgainst(schema, '');
}

function fieldUi(schema: JsonSchema, registered: readonly string[]): FieldUi {
  const { group, advanced, help, placeholder, choices, options, numberTitle, start, caution, inset } = schema['x-ui'] ?? {};
  const widget = widgetOf(schema, registered);
  return {
    ...(widget ? { 'ui:widget': widget } : {}),
    ...(placeholder ? { 'ui:placeholder': placeholder } : {}),
    ...(mayBeEmpty(schema) ? { 'ui:emptyValue': '' } : {}),
    'ui:options': {
      ...(group ? { group } : {}),
      ...(advanced ? { advanced } : {}),
      ...(help ? { help } : {}),
      ...(choices ? { choices } : {}),
      ...(options ? { options } : {}),
      ...(numberTitle ? { numberTitle } : {}),
      ...(start === undefined ? {} : { start }),
      ...(caution ? { caution } : {}),
      ...(inset ? { inset } : {}),
    },
    ...(schema.type === 'array' && schema.items?.type === 'object' ? { items: toUiSchema(schema.items, registered) } : {}),
  };
}

/**
 * Translates the `x-ui` hints of a settings schema, including properties that only a branch has.
 *
 * @param registered names of the page's additional widgets
 */
export function toUiSchema(schema: JsonSchema, registered: readonly string[] = []): UiSchema {
  const properties = { ...schema.then?.properties, ...schema.else?.properties, ...schema.properties };
  const names = Object.keys({ ...schema.properties, ...schema.then?.properties, ...schema.else?.properties });
  const rank = (name: string) => properties[name]?.['x-ui']?.order ?? Number.MAX_SAFE_INTEGER;
  // Sorting is stable: without an order, properties stay as the schema lists them.
  const order = [...names].sort((a, b) => rank(a) - rank(b));
  const ui: UiSchema = { 'ui:order': [...order, '*'] };
  for (const name of names) {
    const property = properties[name];
    if (property) ui[name] = fieldUi(property, registered);
  }
  return ui;
}

/** The schema for the form: a stored secret need not be entered again. */
export function formSchemaOf(schema: JsonSchema, secretsSet: readonly string[]): JsonSchema {
  const keep = (required: string[] | undefined) => required?.filter((name) => !secretsSet.includes(name));
  const { title: _title, description: _description, ...rest } = schema;
  return {
    ...rest,
    ...(schema.required ? { required: keep(schema.required) ?? [] } : {}),
    ...(schema.then ? { then: { ...schema.then, ...(schema.then.required ? { required: keep(schema.then.required) ?? [] } : {}) } } : {}),
    ...(schema.else ? { else: { ...schema.else, ...(schema.else.required ? { required: keep(schema.else.required) ?? [] } : {}) } } : {}),
  };
}

/** The initial values of a new integration. */
export function defaultsOf(schema: JsonSchema): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.default !== undefined) values[name] = property.default;
  }
  return values;
}
