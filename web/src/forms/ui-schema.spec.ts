import { expect } from 'chai';
import type { JsonSchema } from './json-schema.js';
import { defaultsOf, formSchemaOf, toUiSchema } from './ui-schema.js';

const schema: JsonSchema = {
  type: 'object',
  required: ['apiKey', 'baseUrl'],
  properties: {
    unordered: { type: 'string' },
    baseUrl: { type: 'string', format: 'uri', 'x-ui': { order: 1, group: 'Connection', placeholder: 'http://x' } },
    apiKey: { type: 'string', format: 'password', writeOnly: true, 'x-ui': { order: 2 } },
    lookalike: { type: 'string', format: 'password' },
    on: { type: 'boolean', default: true },
    indexers: { type: 'array', items: { type: 'integer' }, 'x-ui': { choices: 'indexers', advanced: true } },
    words: { type: 'array', items: { type: 'string' } },
    some: { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    rules: { type: 'array', items: { type: 'object', properties: { on: { type: 'boolean' } } } },
    notes: { type: 'string', 'x-ui': { widget: 'textarea', help: 'For you.' } },
  },
  if: { properties: { on: { const: false } } },
  then: { required: ['apiKey', 'why'], properties: { why: { type: 'string', 'x-ui': { order: 3 } } } },
};

describe('ui schema', () => {
  const ui = toUiSchema(schema);

  it('orders by hint, then as in the schema, branches included', () => {
    expect(ui['ui:order']).to.deep.equal([
      'baseUrl',
      'apiKey',
      'why',
      'unordered',
      'lookalike',
      'on',
      'indexers',
      'words',
      'some',
      'rules',
      'notes',
      '*',
    ]);
  });

  it('treats only fields with both marks as secret', () => {
    expect(ui['apiKey']).to.have.property('ui:widget', 'secret');
    expect(ui['lookalike']).not.to.have.property('ui:widget');
  });

  it('picks the widget by type and hints', () => {
    expect(ui['on']).to.have.property('ui:widget', 'switch');
    expect(ui['indexers']).to.have.property('ui:widget', 'choices');
    expect(ui['words']).to.have.property('ui:widget', 'tags');
    expect(ui['some']).to.have.property('ui:widget', 'select');
    expect(ui['notes']).to.have.property('ui:widget', 'textarea');
    expect(ui['rules']).not.to.have.property('ui:widget');
    expect(ui['rules']).to.have.nested.property('items.on.ui:widget', 'switch');
  });

  it('lets a text with a default be empty if the schema allows it', () => {
    const texts = toUiSchema({
      properties: {
        free: { type: 'string', default: 'x' },
        none: { type: 'string' },
        needed: { type: 'string', default: 'x', minLength: 1 },
        shaped: { type: 'string', default: 'x', pattern: '^.+$' },
        picked: { type: 'string', default: 'a', enum: ['a', 'b'] },
      },
    });

    expect(Object.keys(texts).filter((name) => 'ui:emptyValue' in (texts[name] ?? {}))).to.deep.equal(['free']);
  });

  it('passes on group, placeholder, help, advanced and choices', () => {
    expect(ui['baseUrl']).to.deep.include({ 'ui:placeholder': 'http://x', 'ui:options': { group: 'Connection' }, 'ui:widget': 'url' });
    expect(ui['indexers']).to.deep.include({ 'ui:options': { advanced: true, choices: 'indexers' } });
    expect(ui['notes']).to.deep.include({ 'ui:options': { help: 'For you.' } });
  });

  it('does not ask again for a secret that is stored', () => {
    const form = formSchemaOf(schema, ['apiKey']);

    expect(form.required).to.deep.equal(['baseUrl']);
    expect(form.then?.required).to.deep.equal(['why']);
  });

  it('starts with the defaults of the schema', () => {
    expect(defaultsOf(schema)).to.deep.equal({ on: true });
  });
});
