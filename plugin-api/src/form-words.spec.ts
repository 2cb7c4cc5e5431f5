import { expect } from 'chai';
import { formWords, withFormWords, type JsonObject } from './index.js';

const schema: JsonObject = {
  type: 'object',
  required: ['mode'],
  properties: {
    mode: {
      type: 'string',
      title: 'Mode',
      description: 'Where things go.',
      default: 'plain',
      oneOf: [
        { const: 'plain', title: 'As it comes' },
        { const: 'folder', title: 'Its own folder' },
      ],
      'x-ui': { order: 1, group: 'rules', help: 'Ask the service.', placeholder: 'plain' },
    },
    mappings: {
      type: 'array',
      title: 'Folders',
      items: { type: 'object', properties: { from: { type: 'string', title: 'Theirs' } } },
    },
    kinds: { type: 'array', title: 'Kinds', items: { type: 'string', oneOf: [{ const: 'a', title: 'First' }] } },
    size: { type: 'string', enum: ['small'], title: 'Size' },
  },
  then: { properties: { mode: { description: 'Now it matters.' } } },
};

describe('formWords', () => {
  it('lists the words of a form by where they stand', () => {
    const words = formWords({ ...schema, then: {} });

    expect(words).to.deep.equal({
      'settings.mode.title': 'Mode',
      'settings.mode.description': 'Where things go.',
      'settings.mode.choice.plain': 'As it comes',
      'settings.mode.choice.folder': 'Its own folder',
      'settings.mode.help': 'Ask the service.',
      'group.rules': 'rules',
      'settings.mappings.title': 'Folders',
      'settings.mappings.from.title': 'Theirs',
      'settings.kinds.title': 'Kinds',
      'settings.kinds.choice.a': 'First',
      'settings.size.title': 'Size',
    });
  });
});

describe('withFormWords', () => {
  it('says the words, and leaves alone what is a value', () => {
    const said = withFormWords(schema, (key) => `<${key}>`);

    const { mode } = said.properties as Record<string, JsonObject>;
    expect(mode).to.deep.include({ type: 'string', title: '<settings.mode.title>', default: 'plain' });
    expect(mode?.['x-ui']).to.deep.equal({ order: 1, group: '<group.rules>', help: '<settings.mode.help>', placeholder: 'plain' });
    expect((mode?.oneOf as JsonObject[])[1]).to.deep.equal({ const: 'folder', title: '<settings.mode.choice.folder>' });
    expect((said.then as JsonObject).properties).to.deep.equal({ mode: { description: '<settings.mode.description>' } });
    expect(said.required).to.deep.equal(['mode']);
  });

  it('returns what is no schema as it is', () => {
    expect(withFormWords({ properties: { odd: 5, list: [] }, then: 7 }, () => 'said')).to.deep.equal({
      properties: { odd: 5, list: [] },
      then: 7,
    });
  });
});
