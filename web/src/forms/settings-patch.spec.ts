import { expect } from 'chai';
import type { JsonSchema } from './json-schema.js';
import { toErrorTree } from './error-schema.js';
import { rebase, toSettingsPatch } from './settings-patch.js';

const schema: JsonSchema = {
  type: 'object',
  properties: {
    baseUrl: { type: 'string' },
    note: { type: 'string' },
    apiKey: { type: 'string', format: 'password', writeOnly: true },
  },
};

describe('settings patch', () => {
  it('leaves out an untouched secret', () => {
    expect(toSettingsPatch(schema, { baseUrl: 'a' })).to.deep.equal({ baseUrl: 'a' });
  });

  it('sends an entered secret, and null for a cleared one', () => {
    expect(toSettingsPatch(schema, { apiKey: 'new' })).to.deep.equal({ apiKey: 'new' });
    expect(toSettingsPatch(schema, { apiKey: null })).to.deep.equal({ apiKey: null });
    expect(toSettingsPatch(schema, { apiKey: '' })).to.deep.equal({});
  });

  it('clears a plain value that was emptied, but not one that was never set', () => {
    expect(toSettingsPatch(schema, { baseUrl: 'b' }, { baseUrl: 'a', note: 'x' })).to.deep.equal({ baseUrl: 'b', note: null });
    expect(toSettingsPatch(schema, { baseUrl: 'b', note: undefined }, { baseUrl: 'a' })).to.deep.equal({ baseUrl: 'b' });
  });

  it('leaves out unchanged values', () => {
    expect(toSettingsPatch(schema, { baseUrl: 'a', note: 'x' }, { baseUrl: 'a', note: 'x' })).to.deep.equal({});
  });

  it('keeps entries when the saved values change meanwhile', () => {
    const before = { baseUrl: 'a', note: 'x' };

    expect(rebase({ baseUrl: 'mine', note: 'x' }, before, { baseUrl: 'b', note: 'y' })).to.deep.equal({ baseUrl: 'mine', note: 'y' });
    expect(rebase({ baseUrl: 'a', note: undefined }, before, before)).to.deep.equal({ baseUrl: 'a', note: undefined });
  });

  it('keeps unknown members out of the patch', () => {
    expect(toSettingsPatch(schema, { baseUrl: 'a', stranger: 1 })).to.deep.equal({ baseUrl: 'a' });
  });
});

describe('error tree', () => {
  it('puts messages where their pointers say', () => {
    const tree = toErrorTree([
      { path: '/baseUrl', message: 'one' },
      { path: '/rules/0/na~1me', message: 'two' },
      { path: 'baseUrl', message: 'three' },
    ]);

    expect(tree).to.deep.equal({ baseUrl: { __errors: ['one', 'three'] }, rules: { '0': { 'na/me': { __errors: ['two'] } } } });
  });
});
