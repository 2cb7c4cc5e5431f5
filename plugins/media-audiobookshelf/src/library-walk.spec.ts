import { expect } from 'chai';
import type { ItemQuery } from './client.js';
import { firstCursor, walkStep } from './library-walk.js';
import type { Raw } from './schema.js';
import { decodeCursor, encodeCursor } from './walk-cursor.js';
import type { WalkCursor } from './walk-cursor.js';

interface Row extends Raw {
  readonly id: string;
  readonly addedAt: number;
  readonly mtimeMs: number;
  readonly updatedAt: number;
}

const call = { signal: new AbortController().signal };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

function row(id: string, addedAt: number, rest: Partial<Row> = {}): Row {
  return { id, addedAt, mtimeMs: addedAt, updatedAt: addedAt, ...rest };
}

function fakeServer(rows: Row[], hidden = 0) {
  const queries: ItemQuery[] = [];
  return {
    rows,
    queries,
    async itemPage(_libraryId: string, query: ItemQuery) {
      queries.push(query);
      if (query.filter === 'issues') return { results: [], total: hidden };
      const sort = query.sort ?? 'addedAt';
      const sorted = [...rows].sort((a, b) => (a[sort] - b[sort]) * (query.descending ? -1 : 1));
      return { results: sorted.slice(query.page * query.limit, (query.page + 1) * query.limit), total: rows.length };
    },
  };
}

async function walk(server: ReturnType<typeof fakeServer>, options: { since?: string; between?: (step: number) => void } = {}) {
  const ids: string[] = [];
  let cursor: WalkCursor | undefined = firstCursor(options.since);
  let total: number | undefined;
  for (let step = 0; cursor !== undefined; step += 1) {
    if (step > 100) throw new Error('the walk does not end');
    const answer: Awaited<ReturnType<typeof walkStep>> = await walkStep(server, 'lib', decodeCursor(encodeCursor(cursor)), call);
    ids.push(...answer.items.map((item) => String(item.id)));
    total = answer.total;
    cursor = answer.next;
    options.between?.(step);
  }
  return { ids, total };
}

const many = (count: number): Row[] => Array.from({ length: count }, (_, index) => row(`i${index}`, 1000 + index));

describe('full walk', () => {
  it('returns every item once, oldest first, in pages of 200 read one at a time', async () => {
    const server = fakeServer(many(450));

    const { ids, total } = await walk(server);

    expect(ids).to.deep.equal(many(450).map(({ id }) => id));
    expect(total).to.equal(450);
    expect(server.queries.filter(({ filter }) => filter === undefined)).to.deep.equal(
      [0, 1, 2].map((page) => ({ page, limit: 200, sort: 'addedAt', descending: false })),
    );
  });

  it('does not request a page past the end', async () => {
    const server = fakeServer(many(200));

    await walk(server);

    expect(server.queries.filter(({ filter }) => filter === undefined)).to.have.length(1);
  });

  it('ends at once on an empty library', async () => {
    expect(await walk(fakeServer([]))).to.deep.equal({ ids: [], total: 0 });
  });

  it('includes books added meanwhile at the end', async () => {
    const server = fakeServer(many(400));

    const { ids } = await walk(server, { between: (step) => step === 0 && server.rows.push(row('late', 9999)) });

    expect(ids).to.have.length(401);
    expect(ids.at(-1)).to.equal('late');
  });

  for (const count of [1, 7, 200, 230]) {
    it(`misses nothing and repeats nothing when ${count} books read before are removed meanwhile`, async () => {
      const server = fakeServer(many(900));
      const kept = many(900).map(({ id }) => id);

      const { ids } = await walk(server, { between: (step) => step === 1 && server.rows.splice(0, count) });

      expect(ids).to.deep.equal(kept);
    });
  }

  it('distinguishes books with the same time across pages', async () => {
    const server = fakeServer(Array.from({ length: 410 }, (_, index) => row(`i${index}`, 1000 + Math.floor(index / 30))));

    const { ids } = await walk(server, { between: (step) => step === 0 && server.rows.splice(0, 3) });

    expect(new Set(ids).size).to.equal(410);
    expect(ids).to.have.length(410);
  });

  it('does not count items that are gone from disk in the total', async () => {
    const server = fakeServer(many(300), 12);

    expect((await walk(server)).total).to.equal(288);
    expect(server.queries.filter(({ filter }) => filter === 'issues')).to.have.length(1);
  });
});

describe('walk since a time', () => {
  const now = Date.UTC(2026, 0, 10);
  const since = new Date(now).toISOString();

  it('returns items added since, newest first, with an overlap for differing clocks', async () => {
    const server = fakeServer([row('old', now - 20 * MINUTE), row('edge', now - 10 * MINUTE), row('new', now + MINUTE)]);

    expect((await walk(server, { since })).ids).to.deep.equal(['new', 'edge']);
  });

  it('stops reading past the time', async () => {
    const server = fakeServer(many(5000).map((entry, index) => ({ ...entry, addedAt: now - index * HOUR, mtimeMs: now - index * HOUR })));

    await walk(server, { since });

    expect(server.queries.map(({ page, sort }) => [sort, page])).to.deep.equal([
      ['addedAt', 0],
      ['mtimeMs', 0],
    ]);
  });

  it('returns an old book with a new file, whose time of adding stays the same', async () => {
    const changed = row('second format', now - 900 * HOUR, { mtimeMs: now - MINUTE, updatedAt: now });
    const server = fakeServer([changed, row('untouched', now - 900 * HOUR), row('new', now)]);

    expect((await walk(server, { since })).ids).to.deep.equal(['new', 'second format']);
  });

  it('returns a change on disk that the server noticed hours later, but none that it noticed long ago', async () => {
    const late = row('noticed late', now - 900 * HOUR, { mtimeMs: now - 6 * HOUR, updatedAt: now });
    const past = row('noticed then', now - 900 * HOUR, { mtimeMs: now - 6 * HOUR, updatedAt: now - 6 * HOUR });

    expect((await walk(fakeServer([late, past]), { since })).ids).to.deep.equal(['noticed late']);
  });

  it('repeats nothing when new books shift the pages', async () => {
    const server = fakeServer(Array.from({ length: 500 }, (_, index) => row(`i${index}`, now + index)));

    const { ids } = await walk(server, {
      since,
      between: (step) => step === 0 && server.rows.push(row('a', now + 10_000), row('b', now + 10_001)),
    });

    expect(ids).to.deep.equal([...new Set(ids)]);
    expect(ids).to.include.members(Array.from({ length: 500 }, (_, index) => `i${index}`));
  });

  it('walks everything if the time cannot be read', () => {
    expect(firstCursor('yesterday').phase).to.equal('all');
  });
});

describe('walk cursor', () => {
  it('refuses cursors that it did not issue', () => {
    for (const text of [
      '',
      'nonsense',
      Buffer.from('{"phase":"x","page":0}').toString('base64url'),
      Buffer.from('null').toString('base64url'),
    ]) {
      expect(() => decodeCursor(text))
        .to.throw()
        .with.property('code', 'INTEGRATION_BAD_RESPONSE');
    }
  });
});
