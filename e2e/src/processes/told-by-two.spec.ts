import { requireOrSkip, until } from '@lectern/testbed';
import { startNtfySimulator, type NtfySimulator } from '@lectern/simulators';
import { expect } from 'chai';
import { SMALL_BOOKS } from '../small-books.spec.support.js';
import { withDatabase } from '../crash/crash-outcome.spec.support.js';
import { startSeveralProcesses, type SeveralProcesses } from './several-processes.spec.support.js';

requireOrSkip('postgres')('two processes that tell one person of events', () => {
  let processes: SeveralProcesses;
  let ntfy: NtfySimulator;
  let targetId: string;

  before(async () => {
    ntfy = await startNtfySimulator();
    processes = await startSeveralProcesses(SMALL_BOOKS);
    const target = { pluginId: 'notify-ntfy', name: 'Phone', settings: { serverUrl: ntfy.url, topic: 'reader' } };
    targetId = (await processes.user.call<{ id: string }>('POST', '/api/notifications/targets', target)).id;
  });
  after(async () => {
    await processes?.close();
    await ntfy?.close();
  });

  /** Makes requests that wait for approval, and waits until the shared channels have been told. @returns their ids */
  async function ask(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (const { asin } of SMALL_BOOKS.slice(0, count)) {
      const { request } = await processes.user.call<{ request: { id: string } }>('POST', '/api/requests', { asin });
      ids.push(request.id);
    }
    const isTold = () =>
      withDatabase(
        processes,
        async ({ read }) => (await read.all("SELECT id FROM notification_deliveries WHERE state IN ('queued', 'sending')")).length === 0,
      );
    await until(isTold, { everyMs: 100, what: 'the channels to be told' });
    return ids;
  }

  /** Has the reader told of a denial. */
  const deny = (id: string | undefined) => processes.admin.one.call('POST', `/api/admin/requests/${id}/deny`, { reason: 'Not now.' });

  /** The states of what was sent to the target, oldest first, once all of it has ended. */
  const ended = (count: number): Promise<string[]> =>
    until(
      () =>
        withDatabase(processes, async ({ read }) => {
          const rows = await read.all<{ state: string }>(
            'SELECT state FROM notification_deliveries WHERE integration_id = ? ORDER BY created_at, id',
            [targetId],
          );
          const isOver = rows.length === count && rows.every(({ state }) => state !== 'queued' && state !== 'sending');
          return isOver ? rows.map(({ state }) => state) : undefined;
        }),
      { everyMs: 100, what: 'the messages to end' },
    );

  it('send each message once, and the one that is left repeats none that the other had begun', async () => {
    const [first, ...others] = await ask(5);
    await processes.worker.arm('message claimed');
    await deny(first);
    await processes.worker.exited;
    const other = await processes.startWorker();
    expect(await ended(1), 'it may or may not have arrived').to.deep.equal(['unknown']);
    expect(ntfy.messages).to.deep.equal([]);

    await processes.startWorker();
    for (const id of others) await deny(id);

    expect(await ended(5)).to.deep.equal(['unknown', 'sent', 'sent', 'sent', 'sent']);
    expect(ntfy.messages).to.have.length(4);
    expect(other.output()).not.to.include('"level":"error"');
  });
});
