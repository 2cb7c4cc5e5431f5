import type { JsonSchema, UiHints } from './json-schema.js';

/** Translates a text into the language of the page by its key, or returns the schema's English. */
export type Say = (key: string, english: string) => string;

function saidHints(hints: UiHints, key: string, say: Say): UiHints {
  const { group, help, numberTitle, problem, caution, options } = hints;
  return {
    ...hints,
    // several fields share a group
    ...(group ? { group: say(`group.${group}`, group) } : {}),
    ...(help ? { help: say(`${key}.help`, help) } : {}),
    ...(numberTitle ? { numberTitle: say(`${key}.numberTitle`, numberTitle) } : {}),
    ...(problem ? { problem: say(`${key}.problem`, problem) } : {}),
    ...(caution ? { caution: { ...caution, text: say(`${key}.caution`, caution.text) } } : {}),
    ...(options
      ? { options: options.map((option) => (option.title ? { ...option, title: say(`${key}.${option.value}`, option.title) } : option)) }
      : {}),
  };
}

/** A schema with its texts in the language of the page. `key` is the prefix of its texts in the catalogue. */
export function schemaInWords(schema: JsonSchema, key: string, say: Say): JsonSchema {
  const { title, description, oneOf, properties, items, then, else: otherwise, 'x-ui': hints } = schema;
  return {
    ...schema,
    ...(title ? { title: say(`${key}.title`, title) } : {}),
    ...(description ? { description: say(`${key}.description`, description) } : {}),
    ...(oneOf ? { oneOf: oneOf.map((option) => schemaInWords(option, `${key}.${String(option.const)}`, say)) } : {}),
    ...(properties ? { properties: propertiesInWords(properties, key, say) } : {}),
    ...(items ? { items: schemaInWords(items, key, say) } : {}),
    ...(then ? { then: schemaInWords(then, key, say) } : {}),
    ...(otherwise ? { else: schemaInWords(otherwise, key, say) } : {}),
    ...(hints ? { 'x-ui': saidHints(hints, key, say) } : {}),
  };
}

function propertiesInWords(properties: Record<string, JsonSchema>, key: string, say: Say): Record<string, JsonSchema> {
  return Object.fromEntries(Object.entries(properties).map(([name, property]) => [name, schemaInWords(property, `${key}.${name}`, say)]));
}
