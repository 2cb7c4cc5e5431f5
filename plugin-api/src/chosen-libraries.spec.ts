import { expect } from 'chai';
import { namesOfChosen } from './chosen-libraries.js';
import type { PluginStorage } from './define-plugin.js';

function storage(): PluginStorage & { readonly writes: unknown[] } {
  const values = new Map<string, unknown>();
  const writes: unknown[] = [];
  return {
    writes,
    get: async <T>(key: string) => values.get(key) as T | undefined,
    set: async (key: string, value: unknown) => {
      writes.push(value);
      values.set(key, value);
    },
    delete: async (key: string) => void values.delete(key),
  };
}

describe('namesOfChosen', () => {
  it('names a library that is gone as it was seen last', async () => {
    const kept = storage();
    await namesOfChosen(
      kept,
      ['a', 'b'],
      new Map([
        ['a', 'Books'],
        ['b', 'Old name'],
      ]),
    );
    await namesOfChosen(
      kept,
      ['a', 'b'],
      new Map([
        ['a', 'Books'],
        ['b', 'Novels'],
      ]),
    );

    expect(await namesOfChosen(kept, ['a', 'b'], new Map([['a', 'Books']]))).to.deep.equal(['Books', 'Novels']);
  });

  it('names one that was never seen by its id', async () => {
    expect(await namesOfChosen(storage(), ['a'], new Map())).to.deep.equal(['a']);
  });

  it('writes only what has changed', async () => {
    const kept = storage();
    for (let n = 0; n < 3; n += 1) await namesOfChosen(kept, ['a'], new Map([['a', 'Books']]));

    expect(kept.writes).to.deep.equal([{ a: 'Books' }]);
  });
});
