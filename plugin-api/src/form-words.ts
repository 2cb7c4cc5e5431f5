import { isJsonObject, type JsonObject, type JsonValue } from './json.js';

/** Says the words of one place of a form. `english` is what the schema has there. @since 1.6.0 */
export type SayFormWords = (key: string, english: string) => string;

/** The object with those members said anew that are texts. */
function saidMembers(object: JsonObject, names: readonly string[], say: (name: string, english: string) => string): JsonObject {
  const said = names.flatMap((name) => {
    const english = object[name];
    return typeof english === 'string' && english !== '' ? [[name, say(name, english)] as const] : [];
  });
  return { ...object, ...Object.fromEntries(said) };
}

function saidChoices(choices: JsonValue | undefined, path: string, say: SayFormWords): JsonObject {
  if (!Array.isArray(choices)) return {};
  const oneOf = choices.map((choice) => {
    if (!isJsonObject(choice)) return choice;
    const { const: value } = choice;
    if (typeof value === 'object' || value === undefined) return choice;
    return saidMembers(choice, ['title'], (_, english) => say(`${path}.choice.${value}`, english));
  });
  return { oneOf };
}

function saidHints(hints: JsonValue | undefined, path: string, say: SayFormWords): JsonObject {
  if (!isJsonObject(hints)) return {};
  const helped = saidMembers(hints, ['help'], (_, english) => say(`${path}.help`, english));
  // several fields share a group
  return { 'x-ui': saidMembers(helped, ['group'], (_, english) => say(`group.${english}`, english)) };
}

function saidItems(items: JsonValue | undefined, path: string, say: SayFormWords): JsonObject {
  if (!isJsonObject(items)) return {};
  return { items: { ...items, ...saidChoices(items.oneOf, path, say), ...saidProperties(items, path, say) } };
}

function saidProperty(property: JsonValue, path: string, say: SayFormWords): JsonValue {
  if (!isJsonObject(property)) return property;
  return {
    ...saidMembers(property, ['title', 'description'], (name, english) => say(`${path}.${name}`, english)),
    ...saidChoices(property.oneOf, path, say),
    ...saidHints(property['x-ui'], path, say),
    ...saidItems(property.items, path, say),
  };
}

function saidProperties(schema: JsonObject, path: string, say: SayFormWords): JsonObject {
  if (!isJsonObject(schema.properties)) return {};
  const entries = Object.entries<JsonValue>(schema.properties);
  return { properties: Object.fromEntries(entries.map(([name, property]) => [name, saidProperty(property, `${path}.${name}`, say)])) };
}

/**
 * A settings schema with the words of its form said anew, place by place. The keys of the places are those of the message files:
 * `settings.<field>.title`, `.description`, `.help` and `.choice.<value>`, with the fields of a list's items after a dot
 * (`settings.<field>.<part>.title`), and `group.<heading>`.
 *
 * @since 1.6.0
 */
export function withFormWords(schema: JsonObject, say: SayFormWords): JsonObject {
  const branches = ['then', 'else'].flatMap((name) => {
    const branch = schema[name];
    return isJsonObject(branch) ? [[name, { ...branch, ...saidProperties(branch, 'settings', say) }] as const] : [];
  });
  return { ...schema, ...saidProperties(schema, 'settings', say), ...Object.fromEntries(branches) };
}

/** The words of the form of a settings schema in English, by the keys of {@link withFormWords}. @since 1.6.0 */
export function formWords(schema: JsonObject): Readonly<Record<string, string>> {
  const words: [string, string][] = [];
  withFormWords(schema, (key, english) => {
    words.push([key, english]);
    return english;
  });
  return Object.fromEntries(words);
}
