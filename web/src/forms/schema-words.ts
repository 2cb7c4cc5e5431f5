import type { JsonSchema, UiHints } from './json-schema.js';

/** Says a text in the language of the page: by its key, if the catalogue has it, or else in the English of the schema. */
export type Say = (key: string, english: string) => string;

function saidHints(hints: UiHints, key: string, say: Say): UiHints {
  const { group, help, numberTitle, problem, caution, options } = hints;
  return {
    ...hints,
    // the same group is spoken of by several fields
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

/** A schema with its words in the language of the page. `key` is where the words of this schema begin in the catalogue. */
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
