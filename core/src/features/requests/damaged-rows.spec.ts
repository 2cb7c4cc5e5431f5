import { expect } from 'chai';
import { jobsUnderWay } from '../../platform/jobs/job-facts.js';
import { activeDownloads } from '../lifecycle/download-store.js';
import { createGrabWorld } from './request-world.spec.support.js';

/** What a disk that loses its end leaves of a row, and what nobody wrote. */
const DAMAGED = ['{"code":"downl', 'null', '7'];

for (const text of DAMAGED) {
  describe(`a row whose JSON is ${text}`, () => {
    let grabbing: Awaited<ReturnType<typeof createGrabWorld>>;

    beforeEach(async () => {
      grabbing = await createGrabWorld(1);
      const { world, requestId } = grabbing;
      await world.addUser('admin');
      await world.grab(requestId);
      await world.addRequest({ asin: 'B000000001' });
    });
    afterEach(() => grabbing.world.remove());

    const damage = (sql: string, ...params: string[]) => grabbing.world.database.transaction((tx) => tx.run(sql, [text, ...params]));

    it('is shown in the list of requests, without why it waits', async () => {
      const { world, requestId } = grabbing;
      await damage('UPDATE requests SET reason = ? WHERE id = ?', requestId);
      await damage('UPDATE requests SET progress = ? WHERE id = ?', requestId);

      const query = { scope: 'all', sort: 'createdAt', order: 'desc', page: 1, limit: 20 } as const;
      const { items } = await world.list.page(query, world.callerOf('admin'));

      expect(items).to.have.length(2);
      expect(items.find(({ id }) => id === requestId)).to.deep.include({ status: 'downloading', reason: null, progress: undefined });
    });

    it('is a line of the timeline, without its facts', async () => {
      const { world, requestId } = grabbing;
      const before = await world.detail(requestId, world.callerOf('admin'));
      await damage('UPDATE request_events SET detail = ? WHERE request_id = ?', requestId);

      const after = await world.detail(requestId, world.callerOf('admin'));

      expect(after?.timeline.map(({ message }) => message)).to.deep.equal(before?.timeline.map(({ message }) => message));
      expect(after?.timeline.filter(({ detail }) => detail !== undefined)).to.deep.equal([]);
    });

    it('is among the active downloads, without how far it is', async () => {
      const { world, requestId } = grabbing;
      await damage('UPDATE requests SET progress = ? WHERE id = ?', requestId);

      const active = await activeDownloads(world.database.read);

      expect(active.map(({ id, progress }) => [id, progress])).to.deep.equal([[requestId, null]]);
    });

    it('is in the audit log, without its detail', async () => {
      const { world } = grabbing;
      const entry = { action: 'request.denied', actorName: 'admin', targetType: 'request', targetId: 'x' } as const;
      await world.database.transaction((tx) => world.audit.record(tx, { ...entry, detail: { title: 'Dune' } }));
      await damage('UPDATE audit_log SET detail = ?');

      const { items } = await world.audit.list({ page: 1, limit: 20 });

      expect(items.find(({ action }) => action === entry.action)).to.include({ targetId: 'x', detail: undefined });
    });

    it('is a job that waits, without how far it is', async () => {
      const { world } = grabbing;
      const [job] = await world.queued();
      await damage('UPDATE jobs SET progress = ?, subject = ? WHERE name = ?', 'one', job?.name ?? '');

      const jobs = await jobsUnderWay(world.database.read, job?.name ?? '', ['one']);

      expect(jobs.get('one')).to.include({ state: 'queued' }).and.not.have.property('progress');
    });
  });
}
