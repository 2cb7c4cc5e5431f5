import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { withDetails } from './item-details.js';
import type { Raw } from './schema.js';

const call = { signal: new AbortController().signal };
const rows = (count: number, rest: Raw = {}): Raw[] => Array.from({ length: count }, (_, index) => ({ id: `i${index}`, ...rest }));

function fakeClient(answer: (ids: readonly string[]) => readonly Raw[]) {
  const asked: (readonly string[])[] = [];
  return {
    asked,
    async expandedItems(ids: readonly string[]): Promise<readonly Raw[]> {
      asked.push(ids);
      return answer(ids);
    },
  };
}

const everything = (ids: readonly string[]): readonly Raw[] => [...ids].reverse().map((id) => ({ id, expanded: true }));

describe('withDetails', () => {
  it('requests batches of fifty, only for wanted items, and keeps the order', async () => {
    const client = fakeClient(everything);

    const result = await withDetails(client, rows(121), (row) => row.id !== 'i0', call);

    expect(client.asked.map((ids) => ids.length)).to.deep.equal([50, 50, 20]);
    expect(result.map(({ id }) => id)).to.deep.equal(rows(121).map(({ id }) => id));
    expect(result[0]).to.deep.equal({ id: 'i0' });
    expect(result[1]).to.deep.equal({ id: 'i1', expanded: true });
  });

  it('makes batches smaller if books have many files', async () => {
    const client = fakeClient(everything);

    await withDetails(client, rows(5, { numFiles: 400 }), () => true, call);

    expect(client.asked.map((ids) => ids.length)).to.deep.equal([2, 2, 1]);
  });

  it('requests nothing if nothing is wanted', async () => {
    const client = fakeClient(everything);

    await withDetails(client, rows(3), () => false, call);

    expect(client.asked).to.deep.equal([]);
  });

  it('keeps the listed form of items that the server leaves out', async () => {
    const client = fakeClient(() => []);

    expect(await withDetails(client, rows(2), () => true, call)).to.deep.equal(rows(2));
  });

  it('finds the one forbidden item, and gets all the others', async () => {
    const client = fakeClient((ids) => {
      if (ids.includes('i7')) throw new IntegrationError('INTEGRATION_FORBIDDEN', 'no');
      return everything(ids);
    });

    const result = await withDetails(client, rows(20), () => true, call);

    expect(result.filter(({ expanded }) => expanded !== true).map(({ id }) => id)).to.deep.equal(['i7']);
    expect(client.asked.length).to.be.below(12);
  });
});
