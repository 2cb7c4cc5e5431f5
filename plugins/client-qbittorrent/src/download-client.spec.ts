import { expect } from 'chai';
import type { SimulatorRequest, SimulatorResponse } from '@lectern/simulators';
import type { AddOptions, Downloadable, JsonObject } from '@lectern/plugin-api';
import { detailsOf, faultRows } from '@lectern/plugin-kit';
import { recorded, replay } from './fixtures.spec.support.js';
import { errorOf, startReplay } from './qbittorrent-replay.spec.support.js';
import type { Replay, Script } from './qbittorrent-replay.spec.support.js';
import type { QbittorrentSettings } from './settings.js';

const { signal } = new AbortController();
const OPTIONS: AddOptions = { name: 'Book', category: 'lectern', signal };
const HASH = '80dec67a7969f572e11322d2e56a296e8e54ea54';
const TAG = `lectern-${HASH.slice(0, 16)}`;
const ITEM: Downloadable = { kind: 'torrent', bytes: Buffer.from('torrent bytes'), infoHash: HASH };
const OK: SimulatorResponse = { body: 'Ok.' };
const DONE: SimulatorResponse = { body: '' };

/** `torrents/info` of a qBittorrent that lists `torrent` from the `after`th request on. */
function infoOf(fixture: string, after = 0): (request: SimulatorRequest) => SimulatorResponse {
  const list = recorded(fixture).json as JsonObject[];
  let looks = 0;
  return ({ query }) => {
    looks += 1;
    if (looks <= after) return { body: [] };
    const hashes = query.get('hashes')?.split('|');
    return { body: hashes ? list.filter(({ hash }) => hashes.includes(hash as string)) : list };
  };
}

/** Absent before the add: two lookups, by hash and through the whole list. */
function addScript(add: SimulatorResponse, more: Script = {}): Script {
  return {
    'POST torrents/createCategory': DONE,
    'POST torrents/add': add,
    'GET torrents/info': infoOf('v4.5.2-info-just-added', 2),
    'POST torrents/deleteTags': DONE,
    'POST torrents/setShareLimits': DONE,
    ...more,
  };
}

describe('qbittorrent download client', () => {
  let running: Replay;

  async function start(script: Script, settings: Partial<QbittorrentSettings> = {}): Promise<Replay> {
    running = await startReplay(script, settings);
    return running;
  }

  function formField(name: string): string | undefined {
    const body = running.bodies('POST torrents/add')[0] ?? '';
    return new RegExp(`name="${name}"(?:[^\\r\\n]*\\r\\n)+?\\r\\n([^\\r\\n]*)\\r\\n`).exec(body)?.[1];
  }

  afterEach(() => running.close());

  for (const [version, answer] of [
    ['up to 5.1', OK],
    ['5.2 and later', replay('v5.3.0-add-file-stopped')],
  ] as const) {
    it(`uploads the file, finds it by its tag and drops the tag (${version})`, async () => {
      await start(addScript(answer));

      const added = await running.client.add(ITEM, { ...OPTIONS, tags: ['request-1', 'a,b'], paused: true });

      expect(added).to.deep.equal({ itemId: HASH, alreadyThere: false });
      expect(formField('category')).to.equal('lectern');
      expect(formField('tags')).to.equal(`request-1,a b,${TAG}`);
      expect([formField('paused'), formField('stopped'), formField('contentLayout')]).to.deep.equal(['true', 'true', 'Original']);
      expect(formField('torrents')).to.equal('torrent bytes');
      expect(formField('savepath')).to.equal(undefined);
      expect(running.server.requests.find(({ query }) => query.has('tag'))?.query.get('tag')).to.equal(TAG);
      expect(running.bodies('POST torrents/deleteTags')).to.deep.equal([`tags=${TAG}`]);
    });
  }

  it('sends a magnet as an address', async () => {
    await start(addScript(OK));
    const uri = `magnet:?xt=urn:btih:${HASH.toUpperCase()}&dn=x`;

    const added = await running.client.add({ kind: 'magnet', uri }, OPTIONS);

    expect(added.itemId).to.equal(HASH);
    expect(formField('urls')).to.equal(uri);
  });

  it('waits until the torrent shows up', async () => {
    await start(addScript(OK, { 'GET torrents/info': infoOf('v4.5.2-info-just-added', 5) }));

    const added = await running.client.add(ITEM, OPTIONS);

    expect(added).to.deep.equal({ itemId: HASH, alreadyThere: false });
  });

  it('stops waiting when the call is cancelled', async () => {
    await start(addScript(OK, { 'GET torrents/info': { body: [] } }));
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 150);

    const error = await errorOf(running.client.add(ITEM, { ...OPTIONS, signal: controller.signal }));

    expect(error.code).to.equal('INTEGRATION_ABORTED');
  });

  it('puts files into the configured folder, with the category leaving the folder alone', async () => {
    await start(addScript(OK), { downloadDir: '/downloads/books' });

    await running.client.add(ITEM, OPTIONS);

    expect([formField('savepath'), formField('autoTMM')]).to.deep.equal(['/downloads/books', 'false']);
  });

  it('sets all five share limit fields', async () => {
    await start(addScript(OK));

    await running.client.add(ITEM, { ...OPTIONS, seedRatio: 1.5, seedMinutes: 90 });

    expect([formField('ratioLimit'), formField('seedingTimeLimit')]).to.deep.equal(['1.5', '90']);
    expect(Object.fromEntries(new URLSearchParams(running.bodies('POST torrents/setShareLimits')[0]))).to.deep.equal({
      hashes: HASH,
      ratioLimit: '1.5',
      seedingTimeLimit: '90',
      inactiveSeedingTimeLimit: '-2',
      shareLimitAction: 'Stop',
      shareLimitsMode: 'Default',
    });
  });

  it('adds nothing if the torrent is already there', async () => {
    await start({ 'GET torrents/info': infoOf('v4.5.2-info-just-added') });

    const added = await running.client.add(ITEM, OPTIONS);

    expect(added).to.deep.equal({ itemId: HASH, alreadyThere: true });
    expect(running.calls()).to.deep.equal(['GET torrents/info']);
  });

  it('finishes an add that a crash interrupted', async () => {
    const [torrent] = recorded('v4.5.2-info-just-added').json as JsonObject[];
    const script = { 'GET torrents/info': { body: [{ ...torrent, tags: `request-1, ${TAG}` }] } };
    await start({ ...addScript(OK), ...script });

    const added = await running.client.add(ITEM, { ...OPTIONS, seedMinutes: 90 });

    expect(added).to.deep.equal({ itemId: HASH, alreadyThere: true });
    expect(running.calls()).to.deep.equal(['GET torrents/info', 'POST torrents/setShareLimits', 'POST torrents/deleteTags']);
  });

  it('finds a magnet again after its id changed to the v2 hash', async () => {
    await start({ 'GET torrents/info': infoOf('v5.3.0-info-hybrid-by-truncated-v2-hash') });
    const v1 = '3dcd50eeaac0d7b5cc650ab3126dc9cd25d79c46';

    const [status] = await running.client.status([v1], { signal });

    expect(status).to.include({ itemId: v1 });
    expect(status?.state).to.not.equal('missing');
  });

  it('says both whether to delete data and what to delete, as qBittorrent requires', async () => {
    await start({ 'GET torrents/info': infoOf('v4.5.2-info-just-added'), 'POST torrents/delete': { status: 204 } });

    await running.client.remove(HASH, { signal, deleteData: false });

    expect(Object.fromEntries(new URLSearchParams(running.bodies('POST torrents/delete')[0]))).to.deep.equal({
      hashes: HASH,
      deleteFiles: 'false',
    });
  });

  it('finds a hybrid, which is listed by its v2 hash, under its v1 hash', async () => {
    await start({ 'GET torrents/info': infoOf('v5.3.0-info-hybrid-by-truncated-v2-hash') });
    const v1 = '3dcd50eeaac0d7b5cc650ab3126dc9cd25d79c46';

    const added = await running.client.add({ kind: 'torrent', bytes: Buffer.from('x'), infoHash: v1 }, OPTIONS);
    const [byV1] = await running.client.status([v1], { signal });

    expect(added).to.deep.equal({ itemId: '2aa0cb681804fb22a175b2957b1d209f58956fb3', alreadyThere: true });
    expect(byV1).to.include({ itemId: v1, state: 'checking' });
  });

  for (const fixture of ['v4.5.2-add-duplicate-file', 'v5.3.0-add-duplicate-file']) {
    it(`tells a duplicate from a refusal by looking again (${fixture})`, async () => {
      await start(addScript(replay(fixture)));
      expect(await running.client.add(ITEM, OPTIONS)).to.deep.equal({ itemId: HASH, alreadyThere: true });
      await running.close();

      await start(addScript(replay(fixture), { 'GET torrents/info': { body: [] } }));
      expect((await errorOf(running.client.add(ITEM, OPTIONS))).code).to.equal('INTEGRATION_UNSUPPORTED');
    });
  }

  it('reports a file that is not a torrent as unsupported', async () => {
    await start(addScript(replay('v4.5.2-add-malformed-file')));

    expect((await errorOf(running.client.add(ITEM, OPTIONS))).code).to.equal('INTEGRATION_UNSUPPORTED');
  });

  it('accepts an existing category, and blames the setting if its name is refused', async () => {
    await start(addScript(OK, { 'POST torrents/createCategory': replay('v4.5.2-category-create-duplicate') }));
    expect((await running.client.add(ITEM, OPTIONS)).alreadyThere).to.equal(false);
    await running.close();

    await start(addScript(OK, { 'POST torrents/createCategory': replay('v4.5.2-category-create-bad-name') }));
    const error = await errorOf(running.client.add(ITEM, OPTIONS));
    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'category' });
  });

  it('reports seeding limits that could not be set, without losing the torrent', async () => {
    await start(addScript(OK, { 'POST torrents/setShareLimits': { status: 400, body: 'Bad Request' } }));

    const added = await running.client.add(ITEM, { ...OPTIONS, seedRatio: 1 });

    expect(added.itemId).to.equal(HASH);
    expect(running.context.logs.some(({ level }) => level === 'warn')).to.equal(true);
  });

  const COMMANDS = [
    ['2.8.19', 'pause', ['POST torrents/pause']],
    ['2.11.4', 'pause', ['POST torrents/stop']],
    ['2.8.19', 'resume', ['POST torrents/resume']],
    ['2.16.2', 'resume', ['POST torrents/start']],
  ] as const;

  for (const [version, command, expected] of COMMANDS) {
    it(`${command} under Web API ${version} is ${expected.join()}`, async () => {
      await start({
        'GET torrents/info': infoOf('v4.5.2-info-just-added'),
        'GET app/webapiVersion': { body: version },
        [expected[0]]: DONE,
      });

      await running.client[command]?.(HASH, { signal });

      expect(running.calls().filter((call) => call.startsWith('POST'))).to.deep.equal(expected);
    });
  }

  it('tries the other name if the version is misleading', async () => {
    await start({
      'GET torrents/info': infoOf('v4.5.2-info-just-added'),
      'GET app/webapiVersion': { body: '2.11.0' },
      'POST torrents/start': replay('v4.5.2-start-5x-name'),
      'POST torrents/resume': DONE,
    });

    await running.client.resume?.(HASH, { signal });

    expect(running.calls().slice(-2)).to.deep.equal(['POST torrents/start', 'POST torrents/resume']);
  });

  it('removes exactly one torrent, and succeeds if it is gone', async () => {
    await start({ 'GET torrents/info': infoOf('v4.5.2-info-just-added'), 'POST torrents/delete': DONE });

    await running.client.remove(HASH, { signal, deleteData: true });
    await running.client.remove('e'.repeat(40), { signal, deleteData: true });
    await running.client.remove('all', { signal, deleteData: true });
    await running.client.remove('', { signal, deleteData: true });

    expect(running.bodies('POST torrents/delete')).to.deep.equal([`hashes=${HASH}&deleteFiles=true`]);
  });

  it('answers for every id with one call, with unknown ones as missing', async () => {
    await start({ 'GET torrents/info': infoOf('v4.5.2-info-all-after-restart') });
    const known = (recorded('v4.5.2-info-all-after-restart').json as JsonObject[]).map(({ hash }) => hash as string);

    const states = await running.client.status(known, { signal });
    expect(states.map(({ state }) => state)).to.deep.equal(['completed', 'stalled', 'failed']);
    expect(running.calls()).to.have.length(1);

    const [unknown] = await running.client.status(['e'.repeat(40)], { signal });
    expect(unknown).to.include({ itemId: 'e'.repeat(40), state: 'missing' });
    expect(await running.client.status([], { signal })).to.deep.equal([]);
  });

  it('lists its category', async () => {
    await start({ 'GET torrents/info': infoOf('v4.5.2-info-queued') });

    const listed = await running.client.list?.({ signal, category: 'audiobooks' });

    expect(listed).to.have.length(3);
    expect(running.server.requests[0]?.query.get('category')).to.equal('audiobooks');
  });

  it('gives file names including the torrent’s own folder', async () => {
    await start({ 'GET torrents/info': infoOf('v4.5.2-info-seeding'), 'GET torrents/files': replay('v4.5.2-files-seeding') });

    const files = await running.client.files?.('724d5ca0a7d0b586d22991ef7e147d22d8b93db9', { signal });

    expect(files?.[0]).to.deep.equal({ path: 'Jane Example - Third Book/01 - Chapter 1.mp3', size: 2_499_653 });
  });

  it('refuses anything but torrents', async () => {
    await start({});

    const error = await errorOf(running.client.add({ kind: 'nzb', bytes: new Uint8Array(), name: 'x' }, OPTIONS));

    expect(error.code).to.equal('INTEGRATION_UNSUPPORTED');
    expect(running.calls()).to.deep.equal([]);
  });
});

describe('qbittorrent check', () => {
  let running: Replay;
  const preferences = recorded('v4.5.2-app-preferences').json as JsonObject;

  function script(change: JsonObject = {}): Script {
    return {
      'GET app/webapiVersion': { body: '2.8.19' },
      'GET app/version': { body: 'v4.5.2' },
      'GET app/preferences': { body: { ...preferences, ...change } },
      'GET sync/maindata': replay('v4.5.2-sync-maindata'),
    };
  }

  afterEach(() => running.close());

  it('reports version, folder and free space, and that the login was not tested', async () => {
    running = await startReplay(script());

    const result = await running.instance.check({ signal });

    expect(result).to.include({ ok: true, version: '4.5.2' });
    expect(detailsOf(result)[0]).to.equal('The default download folder is /data/downloads, where 68.2 GB are free.');
    expect(detailsOf(result)[1]).to.match(/not tested/);
  });

  for (const [action, text] of [
    [1, 'removes a torrent when'],
    [3, 'removes a torrent and its files when'],
  ] as const) {
    it(`warns of share limit action ${action}`, async () => {
      running = await startReplay(script({ max_ratio_act: action }), { username: '' });

      const result = await running.instance.check({ signal });

      expect(detailsOf(result)[1])
        .to.match(/^Warning/)
        .and.include(text);
    });
  }

  it('refuses versions that do not report both hashes', async () => {
    running = await startReplay({ ...script(), 'GET app/webapiVersion': { body: '2.8.2' } });

    expect((await errorOf(running.instance.check({ signal }))).code).to.equal('INTEGRATION_UNSUPPORTED');
  });

  it('blames the address if something else answers there', async () => {
    running = await startReplay({ 'GET app/webapiVersion': { body: '<!doctype html>' } });

    expect(await errorOf(running.instance.check({ signal }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
  });
});

faultRows('qbittorrent status', {
  secrets: ['planted-password'],
  async setUp(timeoutMs) {
    const running = await startReplay({ 'GET torrents/info': { body: [] }, 'POST auth/login': replay('v4.5.2-login-ok') }, {}, timeoutMs);
    return {
      target: running.server,
      logs: running.context.logs,
      call: (callSignal) => running.client.status(['a'.repeat(40)], { signal: callSignal }),
      tearDown: () => running.close(),
    };
  },
});
