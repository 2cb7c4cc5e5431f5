import { expect } from 'chai';
import type { JsonSchema } from './json-schema.js';
import { isValidAgainst, validateAgainst } from './schema-validator.js';

const schema: JsonSchema = {
  type: 'object',
  required: ['baseUrl'],
  properties: {
    baseUrl: { type: 'string', format: 'uri' },
    count: { type: 'integer', minimum: 1, maximum: 10 },
    mode: { type: 'string', oneOf: [{ const: 'a' }, { const: 'b' }] },
    tags: { type: 'array', items: { type: 'string', minLength: 2 }, uniqueItems: true, maxItems: 3 },
    rules: { type: 'array', items: { type: 'object', required: ['name'], properties: { name: { type: 'string' } } } },
    useProxy: { type: 'boolean' },
    proxyUrl: { type: 'string' },
  },
  if: { required: ['useProxy'], properties: { useProxy: { const: true } } },
  then: { required: ['proxyUrl'] },
};

const keywords = (value: unknown) => validateAgainst(schema, value).map(({ pointer, keyword }) => `${pointer} ${keyword}`);

describe('schema validator', () => {
  it('accepts a value that keeps every rule', () => {
    const value = {
      baseUrl: 'http://localhost:9696/prowlarr',
      count: 3,
      mode: 'a',
      tags: ['aa', 'bb'],
      rules: [{ name: 'x' }],
      useProxy: false,
    };

    expect(keywords(value)).to.deep.equal([]);
  });

  it('names the missing property by its pointer', () => {
    expect(keywords({})).to.deep.equal(['/baseUrl required']);
  });

  it('refuses an address without a host', () => {
    expect(keywords({ baseUrl: 'localhost' })).to.deep.equal(['/baseUrl format']);
  });

  it('checks types before limits', () => {
    expect(keywords({ baseUrl: 'http://a', count: '3' })).to.deep.equal(['/count type']);
    expect(keywords({ baseUrl: 'http://a', count: 2.5 })).to.deep.equal(['/count type']);
    expect(keywords({ baseUrl: 'http://a', count: 11 })).to.deep.equal(['/count maximum']);
  });

  it('points at the item of a list', () => {
    expect(keywords({ baseUrl: 'http://a', tags: ['aa', 'b'] })).to.deep.equal(['/tags/1 minLength']);
    expect(keywords({ baseUrl: 'http://a', tags: ['aa', 'aa'] })).to.deep.equal(['/tags uniqueItems']);
    expect(keywords({ baseUrl: 'http://a', rules: [{}] })).to.deep.equal(['/rules/0/name required']);
  });

  it('follows the branch that the values choose', () => {
    expect(keywords({ baseUrl: 'http://a', useProxy: true })).to.deep.equal(['/proxyUrl required']);
    expect(keywords({ baseUrl: 'http://a', useProxy: false })).to.deep.equal([]);
    expect(keywords({ baseUrl: 'http://a' })).to.deep.equal([]);
  });

  it('knows only the options of oneOf', () => {
    expect(isValidAgainst(schema, { baseUrl: 'http://a', mode: 'c' })).to.equal(false);
  });

  it('counts characters, not code units', () => {
    expect(isValidAgainst({ type: 'string', maxLength: 2 }, '😀😀')).to.equal(true);
  });
});
