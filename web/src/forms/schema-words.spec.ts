import { expect } from 'chai';
import type { JsonSchema } from './json-schema.js';
import { schemaInWords } from './schema-words.js';

const schema: JsonSchema = {
  type: 'object',
  title: 'Server',
  properties: {
    address: {
      type: 'string',
      title: 'Address',
      description: 'Where it is.',
      'x-ui': { problem: 'No address.', group: 'Way', help: 'More.' },
    },
    mode: { type: 'string', title: 'Mode', oneOf: [{ const: 'a', title: 'First' }] },
    region: { type: 'string', title: 'Region', 'x-ui': { options: [{ value: 'us', title: 'States' }, { value: 'xx' }] } },
    score: { type: 'number', title: 'Score', 'x-ui': { caution: { above: 90, text: 'Rare.' }, numberTitle: 'Points', start: 5 } },
    rules: { type: 'array', title: 'Rules', items: { type: 'object', properties: { name: { type: 'string', title: 'Name' } } } },
  },
  if: { properties: { mode: { const: 'a' } } },
  then: { properties: { score: { description: 'Now.' } } },
};

/** All visible texts of a value. */
function words(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    typeof part === 'string' && ['title', 'description', 'problem', 'group', 'help', 'text', 'numberTitle'].includes(name)
      ? [part]
      : words(part),
  );
}

describe('texts of a schema', () => {
  it('are all looked up, each by its own key', () => {
    const asked: string[] = [];
    const said = schemaInWords(schema, 'settings.server', (key, english) => {
      asked.push(key);
      return `<${english}>`;
    });

    expect(words(said)).to.deep.equal(words(schema).map((text) => `<${text}>`));
    expect(asked).to.include.members([
      ...['settings.server.title', 'settings.server.address.problem', 'settings.server.mode.a.title', 'settings.server.region.us'],
      ...['settings.server.score.caution', 'settings.server.rules.name.title', 'settings.server.score.description', 'group.Way'],
    ]);
    expect(new Set(asked).size).to.equal(asked.length);
  });

  it('do not affect validity', () => {
    const said = schemaInWords(schema, 'k', (_, english) => `${english}!`);

    const rules = (value: unknown): unknown => JSON.parse(JSON.stringify(value).replaceAll('!', ''));
    expect(rules(said)).to.deep.equal(rules(schema));
  });
});
