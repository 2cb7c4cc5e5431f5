import { expect } from 'chai';
import { createTestDatabase } from '../../platform/db/test-databases.js';
import { CLOSED_STATUSES, groupOf, GROUPS, isClosed, isLive, REQUEST_STATUSES, statusesThat } from './statuses.js';

/** The statuses that the condition of an index leaves out. */
function leftOut(definition: string): string[] {
  const [, list = ''] = /NOT IN \(([^)]*)\)/i.exec(definition) ?? [];
  return [...list.matchAll(/'([a-z_]+)'/g)].map(([, status = '']) => status);
}

describe('the statuses of a request', () => {
  it('fill every group that people filter by', () => {
    expect(GROUPS.filter((group) => !REQUEST_STATUSES.some((status) => groupOf(status) === group))).to.deep.equal([]);
  });

  it('are closed exactly where neither type lives', () => {
    const dead = REQUEST_STATUSES.filter((status) => !isLive(status, 'audiobook') && !isLive(status, 'ebook'));

    expect(dead).to.have.members(CLOSED_STATUSES);
    expect(REQUEST_STATUSES.filter(isClosed)).to.have.members(CLOSED_STATUSES);
  });

  it('can be cancelled only while they live', () => {
    expect(statusesThat(({ cancellable }) => cancellable).filter((status) => !isLive(status, 'audiobook'))).to.deep.equal([]);
  });

  it('are those that the indexes of live requests name', async () => {
    const { database, dispose } = await createTestDatabase('sqlite');
    const definition = async (index: string): Promise<string> => {
      const row = await database.read.get<{ sql: string }>("SELECT sql FROM sqlite_master WHERE type = 'index' AND name = ?", [index]);
      return row?.sql ?? '';
    };

    const forBook = leftOut(await definition('requests_asin_live'));
    const forPerson = leftOut(await definition('requests_one_live'));
    await dispose();

    expect(forBook).to.deep.equal(CLOSED_STATUSES);
    expect(forPerson).to.have.members(statusesThat(({ life }) => life !== 'live'));
  });
});
