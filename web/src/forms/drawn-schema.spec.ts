import { expect } from 'chai';
import { drawnSchemaOf } from './drawn-schema.js';
import type { JsonSchema } from './json-schema.js';

const schema: JsonSchema = {
  type: 'object',
  required: ['mode'],
  properties: {
    mode: { type: 'string', default: 'simple', title: 'Mode' },
    code: { type: 'string', title: 'Code', default: 'x' },
    hint: { type: 'string', title: 'Hint' },
    always: { type: 'string', title: 'Always' },
  },
  if: { required: ['mode'], properties: { mode: { const: 'strict' } } },
  then: { required: ['code'], properties: { code: { minLength: 4 }, always: { minLength: 1 } } },
  else: { properties: { hint: { maxLength: 10 }, always: { maxLength: 5 } } },
};

describe('drawn schema', () => {
  it('shows what the chosen branch speaks of, refined, and hides what only the other one does', () => {
    const strict = drawnSchemaOf(schema, { mode: 'strict' });
    const simple = drawnSchemaOf(schema, { mode: 'simple' });

    expect(Object.keys(strict.properties ?? {})).to.deep.equal(['mode', 'code', 'always']);
    expect(strict.properties?.['code']).to.deep.equal({ type: 'string', title: 'Code', minLength: 4 });
    expect(strict.required).to.deep.equal(['mode', 'code']);
    expect(Object.keys(simple.properties ?? {})).to.deep.equal(['mode', 'hint', 'always']);
    expect(simple.required).to.deep.equal(['mode']);
  });

  it('is the schema itself where there is no condition, less its defaults', () => {
    const plain = drawnSchemaOf({ type: 'object', required: ['a'], properties: { a: { type: 'integer', default: 3 } } }, {});

    expect(plain).to.deep.equal({ type: 'object', required: ['a'], properties: { a: { type: 'integer' } } });
  });
});
