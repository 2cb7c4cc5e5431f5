import type { SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import { expect } from 'chai';
import { HEALTHY, LIBRARY, call, faultOf, jsonOf, playRecorded, recorded } from './recorded-answers.spec.support.js';
import type { Script } from './recorded-answers.spec.support.js';

describe('Audiobookshelf plugin on recorded answers: refresh', () => {
  const remote = playRecorded();

  const SCAN = `/api/libraries/${LIBRARY}/scan`;
  const script: Script = {
    ...HEALTHY,
    'GET /api/tasks': 'tasks.idle',
    'POST /api/authorize': 'authorize',
    'POST /api/watcher/update': 'watcher.update.outside',
    [`POST ${SCAN}`]: 'library.scan',
  };
  const file = '/media/audiobooks/Gus Tarn/Pushed/Pushed.m4b';
  /** The paths requested, except for those that only read the state. */
  const asked = (): string[] => remote.requests.map(({ path }) => path).filter((path) => path === SCAN || path.includes('watcher'));

  /** A recorded answer with changes. */
  function changed(name: string, change: (body: Record<string, unknown>) => void): SimulatorResponse {
    const answer = recorded(name);
    change(answer.body as Record<string, unknown>);
    return answer;
  }

  const unwatchedLibrary = changed('libraries', ({ libraries }) => {
    for (const { settings } of libraries as { settings: object }[]) Object.assign(settings, { disableWatcher: true });
  });
  const unwatchedServer = changed('authorize', (body) => Object.assign(body.serverSettings as object, { scannerDisableWatcher: true }));
  const taskWith = (more: object): SimulatorResponse =>
    changed('tasks.scanning', (body) => Object.assign((body.tasks as object[])[0] as object, more));

  it('announces a file to a server that watches, and does not scan at the same time', async () => {
    const { media } = await remote.start(script);

    await media.refresh(LIBRARY, { ...call, path: file });

    expect(asked()).to.deep.equal(['/api/watcher/update']);
    expect(jsonOf(remote.requests.at(-1) as SimulatorRequest)).to.deep.equal({ libraryId: LIBRARY, path: file, type: 'add' });
  });

  it('starts a scan if nobody watches, because the server answers OK and ignores the file', async () => {
    const scripts: readonly Script[] = [{ 'GET /api/libraries': unwatchedLibrary }, { 'POST /api/authorize': unwatchedServer }];
    for (const unwatched of scripts) {
      const { media } = await remote.start({ ...script, ...unwatched });

      await media.refresh(LIBRARY, { ...call, path: file });

      expect(asked()).to.deep.equal([SCAN]);
      await remote.close();
    }
  });

  it('starts a scan if an announced file did not appear', async () => {
    const { media } = await remote.start(script);

    await media.refresh(LIBRARY, { ...call, path: file, isAgain: true });

    expect(asked()).to.deep.equal([SCAN]);
  });

  it('does nothing while a library scan or the watcher is running, because that duplicates books', async () => {
    for (const tasks of ['tasks.scanning', taskWith({ action: 'watcher-scan', startedAt: Date.now(), data: {} })]) {
      const { media } = await remote.start({ ...script, 'GET /api/tasks': tasks });

      await media.refresh(LIBRARY, { ...call, path: file });
      await media.refresh(LIBRARY, { ...call, path: file, isAgain: true });

      expect(asked()).to.deep.equal([]);
      await remote.close();
    }
  });

  it('ignores scans of other libraries, finished scans, and a watcher that has hung for long', async () => {
    for (const more of [
      { data: { libraryId: 'other' } },
      { isFinished: true },
      { action: 'watcher-scan', startedAt: Date.now() - 3_600_000 },
      { action: 'embed-metadata' },
    ]) {
      const { media } = await remote.start({ ...script, 'GET /api/tasks': taskWith(more) });

      await media.refresh(LIBRARY, { ...call, path: file, isAgain: true });

      expect(asked(), JSON.stringify(more)).to.deep.equal([SCAN]);
      await remote.close();
    }
  });

  it('only ever announces the file if scans are turned off', async () => {
    const { media } = await remote.start(script, { fullScan: false });

    await media.refresh(LIBRARY, { ...call, path: '/media/audiobooks/x.epub' });
    await media.refresh(LIBRARY, { ...call, path: '/media/audiobooks/x.epub', isAgain: true });

    expect(asked()).to.deep.equal(['/api/watcher/update', '/api/watcher/update']);
  });

  it('always scans for a directory, which the watcher route does not accept', async () => {
    const { media } = await remote.start(script, { fullScan: false });

    await media.refresh(LIBRARY, { ...call, path: '/media/audiobooks/Gus Tarn/Vol. 1' });

    expect(asked()).to.deep.equal([SCAN]);
  });

  it('says that the account may not scan', async () => {
    const { media } = await remote.start({ ...script, [`POST ${SCAN}`]: 'user.patch-forbidden' });

    expect(await faultOf(media.refresh(LIBRARY, call))).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'apiKey' });
  });
});
