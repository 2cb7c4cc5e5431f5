import { expect } from 'chai';
import type { JobContext } from '../../platform/jobs/job-queue.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import type { InstanceInfo } from '../../plugin-host/instance-info.js';
import { createNotificationWorld, type NotificationWorld } from '../notifications/notification-world.spec.support.js';
import { hooksJob } from './hooks-job.js';
import { createRequestReader } from './request-reader.js';
import { waitReason } from './reasons/wait-reasons.js';

describe('telling plugins of requests', () => {
  let world: NotificationWorld;
  let requestId: string;
  let told: [string, Record<string, unknown>][];
  let state: InstanceInfo['state'];
  let statements: number;

  beforeEach(async () => {
    world = await createNotificationWorld();
    requestId = (await world.addRequest(await world.addUser('anna'), 'awaiting_approval')).id;
    told = [];
    state = 'running';
    statements = 0;
    world.database.onStatement(() => (statements += 1));
  });
  afterEach(() => world.dispose());

  async function tell(hook: string, detail: object = {}, id = requestId): Promise<void> {
    const { database } = world;
    const job = hooksJob({
      database,
      requests: createRequestReader(database),
      host: {
        instances: () => [{ integrationId: 'i', pluginId: 'p', name: 'P', state, since: 0 }],
        hooks: { told: async (name, payload) => void told.push([name, payload]) },
      },
    });
    const log = createLogger({ level: 'silent', redactor: createRedactor() });
    await job.run({ payload: { hook, requestId: id, detail }, log } as unknown as JobContext);
  }

  it('gives the request as plugins know it', async () => {
    await tell('request.created');

    expect(told).to.have.length(1);
    expect(told[0]?.[0]).to.equal('request.created');
    expect(told[0]?.[1]['request']).to.deep.include({ id: requestId, status: 'awaiting_approval', origin: 'manual' });
  });

  it('gives the reason of what was denied', async () => {
    await world.tx((tx) =>
      world.transitions.apply(tx, requestId, 'deny', {
        message: 'No.',
        reason: waitReason('denied', { reason: 'We have it on paper.', by: 'admin' }),
      }),
    );
    await tell('request.denied');

    expect(told[0]?.[1]['reason']).to.equal('We have it on paper.');
  });

  it('gives the release and the client of a download, and its last status', async () => {
    await world.tx((tx) =>
      tx.insert('download_history', {
        id: '1',
        requestId,
        itemId: 'abc',
        state: 'imported',
        release: '{"title":"Dune [M4B]","size":7}',
        releaseKey: 'k',
        ours: true,
        downloadPath: '/downloads/Dune',
        clientStatus: 'stalledUP',
        createdAt: '2026-01-01T00:00:00.000Z',
        updatedAt: '2026-01-01T00:00:00.000Z',
      }),
    );
    await tell('download.started', { release: 'Dune [M4B]', client: 'qBittorrent' });
    await tell('download.completed', { bytes: 9 });

    expect(told[0]?.[1]).to.include({ release: 'Dune [M4B]', client: 'qBittorrent' });
    expect(told[1]?.[1]['status']).to.deep.include({
      itemId: 'abc',
      state: 'completed',
      bytesTotal: 9,
      name: 'Dune [M4B]',
      contentPath: '/downloads/Dune',
      raw: 'stalledUP',
    });
  });

  it('gives the reason why a download failed, not why the request waits', async () => {
    await tell('download.failed', { reason: 'qBittorrent says that files are missing.' });

    expect(told[0]?.[0]).to.equal('download.failed');
    expect(told[0]?.[1]['request']).to.include({ id: requestId });
    expect(told[0]?.[1]['reason']).to.equal('qBittorrent says that files are missing.');
  });

  it('gives absolute paths of placed files', async () => {
    await world.tx((tx) =>
      tx.insert('imports', {
        id: '1',
        requestId,
        directory: '/library/Dune',
        contentHash: 'h',
        manifest: '{"version":1,"files":[{"path":"CD 1/01.mp3"}],"hash":"h"}',
        createdAt: '2026-01-01T00:00:00.000Z',
      }),
    );
    await tell('import.completed', { directory: 'Dune', files: 1 });

    expect(told[0]?.[1]).to.deep.include({ directory: '/library/Dune', files: ['/library/Dune/CD 1/01.mp3'] });
  });

  it('reads nothing when no plugin runs, and ignores requests and hooks that are not there', async () => {
    await tell('request.created', {}, 'gone');
    await tell('toString');
    statements = 0;
    state = 'stopped';
    await tell('request.created');

    expect(told).to.deep.equal([]);
    expect(statements).to.equal(0);
  });
});
