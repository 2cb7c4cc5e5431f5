import { isIntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import type { ListQuery } from './client.js';
import { firstCursor, PAGE_SIZE, walkStep } from './library-walk.js';
import type { Raw } from './schema.js';
import { decodeCursor, encodeCursor } from './walk-cursor.js';
import type { WalkCursor } from './walk-cursor.js';
import { createWalkMemory } from './walk-memory.js';

interface Row extends Raw {
  readonly ratingKey: string;
  readonly addedAt: number;
  readonly updatedAt: number;
}

const call = { signal: new AbortController().signal };

function albums(count: number, from = 0): Row[] {
  return Array.from({ length: count }, (_, index) => ({
    ratingKey: `a${from + index}`,
    addedAt: 1000 + from + index,
    updatedAt: 1000 + from + index,
  }));
}

function fakeServer(rows: Row[], options: { paging?: 'off' | 'stuck'; filters?: boolean } = {}) {
  const queries: ListQuery[] = [];
  return {
    rows,
    queries,
    async page(_libraryId: string, query: ListQuery) {
      queries.push(query);
      if (query.type === 'track') return { items: [], offset: 0, total: 0 };
      const sign = query.descending ? -1 : 1;
      const found = rows
        .filter((row) => options.filters === false || query.from === undefined || row[query.sort] >= query.from)
        .sort((a, b) => sign * (a[query.sort] - b[query.sort]));
      if (options.paging === 'off') return { items: found };
      const offset = options.paging === 'stuck' ? 0 : query.start;
      return { items: found.slice(offset, offset + query.size), offset, total: found.length };
    },
  };
}

async function walk(server: ReturnType<typeof fakeServer>, options: { since?: string; between?: (step: number) => void } = {}) {
  const memory = createWalkMemory();
  const id = memory.open();
  const ids: string[] = [];
  const totals: (number | undefined)[] = [];
  let cursor: WalkCursor | undefined = firstCursor(id, options.since);
  for (let step = 0; cursor !== undefined && step < 50; step += 1) {
    const notes = memory.of(id);
    if (!notes) throw new Error('the notes are gone');
    const result = await walkStep(server, 'lib', cursor, notes, call);
    ids.push(...result.albums.map(({ ratingKey }) => String(ratingKey)));
    totals.push(result.total);
    options.between?.(step);
    cursor = result.next && decodeCursor(encodeCursor(result.next));
  }
  return { ids, totals };
}

describe('a walk of a Plex library', () => {
  it('lists tracks first, then all albums in pages, oldest first', async () => {
    const server = fakeServer(albums(450));

    const { ids, totals } = await walk(server);

    expect(ids).to.deep.equal(albums(450).map(({ ratingKey }) => ratingKey));
    expect(server.queries.map(({ type, start }) => [type, start])).to.deep.equal([
      ['track', 0],
      ['album', 0],
      ['album', 200],
      ['album', 400],
    ]);
    expect(totals).to.deep.equal([450, 450, 450]);
  });

  it('ends at once in an empty library', async () => {
    expect(await walk(fakeServer([]))).to.deep.equal({ ids: [], totals: [0] });
  });

  it('returns each album once although the list grows meanwhile', async () => {
    const server = fakeServer(albums(300));

    const { ids } = await walk(server, { between: (step) => step === 0 && server.rows.push(...albums(5, 300)) });

    expect(ids).to.have.length(305);
    expect(new Set(ids).size).to.equal(305);
  });

  it('steps back when albums are removed meanwhile, so that none is missed', async () => {
    const server = fakeServer(albums(450));

    const { ids } = await walk(server, { between: (step) => step === 0 && server.rows.splice(0, 230) });

    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.include.members(server.rows.map(({ ratingKey }) => ratingKey));
  });

  it('treats a list without totals as the whole list', async () => {
    expect((await walk(fakeServer(albums(450), { paging: 'off' }))).ids).to.have.length(450);
  });

  it('gives up on a server that repeats the first part', async () => {
    const error: unknown = await walk(fakeServer(albums(450), { paging: 'stuck' })).catch((thrown: unknown) => thrown);

    expect(isIntegrationError(error) && error.code).to.equal('INTEGRATION_BAD_RESPONSE');
  });

  it('lists since a time added and then changed albums, each once, with ten minutes of overlap', async () => {
    const rows = albums(PAGE_SIZE.added + 3, 100_000).map((row, index) => (index === 0 ? { ...row, addedAt: 5, updatedAt: 200_000 } : row));
    const server = fakeServer([...albums(4), ...rows]);

    const { ids } = await walk(server, { since: new Date((101_000 + 600) * 1000).toISOString() });

    expect([...ids].sort()).to.deep.equal(rows.map(({ ratingKey }) => ratingKey).sort());
    expect(server.queries[0]).to.deep.include({ sort: 'addedAt', descending: true, from: 101_000, size: 50 });
    expect(server.queries.at(-1)?.sort).to.equal('updatedAt');
  });

  it('stops at the first old album if the server does not filter by time', async () => {
    const server = fakeServer(albums(1000, 0), { filters: false });

    const { ids } = await walk(server, { since: new Date((1990 + 600) * 1000).toISOString() });

    expect(ids).to.deep.equal(['a999', 'a998', 'a997', 'a996', 'a995', 'a994', 'a993', 'a992', 'a991', 'a990']);
    expect(server.queries).to.have.length(2);
  });

  it('gives the same answer for a repeated page', async () => {
    const server = fakeServer(albums(450));
    const memory = createWalkMemory();
    const id = memory.open();
    const notes = memory.of(id);
    if (!notes) throw new Error('the notes are gone');
    const cursor: WalkCursor = { walk: id, phase: 'albums', start: 200, total: 450 };

    const first = await walkStep(server, 'lib', cursor, notes, call);
    const again = await walkStep(server, 'lib', cursor, notes, call);

    expect(again.albums).to.deep.equal(first.albums).and.to.have.length(200);
  });

  it('remembers a few walks and accepts only its own cursors', () => {
    const memory = createWalkMemory();
    const ids = Array.from({ length: 9 }, () => memory.open());

    expect(memory.of(ids[0] ?? '')).to.equal(undefined);
    expect(memory.of(ids[8] ?? '')).not.to.equal(undefined);
    for (const text of ['', 'x', Buffer.from('{"phase":"albums"}').toString('base64url')])
      expect(() => decodeCursor(text)).to.throw(/start it again/);
  });
});
