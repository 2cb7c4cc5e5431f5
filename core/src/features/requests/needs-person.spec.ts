import { expect } from 'chai';
import { hasPostgres } from '../../platform/db/test-databases.js';
import type { SentenceValues } from '../../platform/words/index.js';
import { settledIn, triedInVain, WAIT_REASONS, waitReason, type NewReason, type Wording } from '../lifecycle/reasons/wait-reasons.js';
import { factsOf, REQUEST_STATUSES, type RequestStatus } from '../lifecycle/statuses.js';
import type { RequestFilter } from './request-conditions.js';
import { createRequestWorld, type RequestWorld } from './request-world.spec.support.js';

const WORDINGS = Object.keys(WAIT_REASONS) as Wording[];
const ALL: RequestFilter = { scope: 'all', sort: 'createdAt', order: 'asc', page: 1, limit: 1000 };

/** Makes a reason of any wording, as the code that moves requests does. */
function reasonOf(wording: Wording): NewReason {
  const values: SentenceValues = Object.fromEntries(WAIT_REASONS[wording].values.map((name) => [name, name === 'count' ? 2 : 'x']));
  return (waitReason as (wording: Wording, values: SentenceValues) => NewReason)(wording, values);
}

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the requests that wait for a person, on ${dialect}`, () => {
    let world: RequestWorld;
    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createRequestWorld(dialect);
    });
    afterEach(() => world?.remove());

    let made = 0;
    async function add(status: RequestStatus, reason: NewReason | null): Promise<string> {
      made += 1;
      const id = await world.addRequest({ status, asin: `B${String(made).padStart(9, '0')}` });
      await world.database.transaction((tx) => world.transitions.setReason(tx, id, reason));
      return id;
    }
    const listed = async (filter: Partial<RequestFilter> = {}) => {
      const { items, total } = await world.list.page({ ...ALL, needsPerson: true, ...filter }, world.callerOf('admin'));
      return { ids: items.map(({ id }) => id).sort(), total };
    };

    it('are those of each status that waits for one, and of no other, where there is no reason', async () => {
      const expected: string[] = [];
      for (const status of REQUEST_STATUSES) {
        const id = await add(status, null);
        if (factsOf(status).needsPerson === 'always') expected.push(id);
      }

      expect(await listed()).to.deep.equal({ ids: expected.sort(), total: 3 });
    });

    it('are those of each reason that a person could settle, and of no other', async () => {
      const expected: string[] = [];
      for (const wording of WORDINGS) {
        const reason = reasonOf(wording);
        for (const kind of [reason, triedInVain(reason, 3)]) {
          const id = await add('awaiting_search', kind);
          if (settledIn(wording) !== undefined) expected.push(id);
        }
      }

      expect(await listed()).to.deep.equal({ ids: expected.sort(), total: expected.length });
    });

    it('are in every status that waits by reason, and in none that is over', async () => {
      const expected: string[] = [];
      for (const status of REQUEST_STATUSES) {
        const id = await add(status, reasonOf('no_indexer'));
        if (factsOf(status).needsPerson !== 'never') expected.push(id);
      }

      expect(await listed()).to.deep.equal({ ids: expected.sort(), total: expected.length });
      const page = await world.list.page({ ...ALL, needsPerson: true, limit: 2 }, world.callerOf('admin'));
      expect([page.items.length, page.total]).to.deep.equal([2, expected.length]);
      expect(page.items.map(({ reason }) => reason?.settledIn)).to.deep.equal(['integrations', 'integrations']);
    });

    it('cost three statements, however many they are', async () => {
      for (let count = 0; count < 5; count += 1) await add('warn', null);
      const { read } = world.database;
      let statements = 0;
      const all = read.all.bind(read);
      const get = read.get.bind(read);
      Object.assign(read, {
        all: (...args: Parameters<typeof all>) => ((statements += 1), all(...args)),
        get: (...args: Parameters<typeof get>) => ((statements += 1), get(...args)),
      });

      expect((await listed()).total).to.equal(5);
      expect(statements).to.equal(3);
    });
  });
}
