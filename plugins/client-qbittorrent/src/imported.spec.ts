import { detailsOf } from '@lectern/plugin-kit';
import { expect } from 'chai';
import type { JsonObject } from '@lectern/plugin-api';
import { recorded } from './fixtures.spec.support.js';
import { errorOf, startReplay } from './qbittorrent-replay.spec.support.js';
import type { Replay, Script } from './qbittorrent-replay.spec.support.js';

const { signal } = new AbortController();
const HASH = 'e'.repeat(40);
const DONE = { body: '' };

function listing(change: JsonObject): Script {
  const torrent = { hash: HASH, infohash_v1: HASH, state: 'uploading', progress: 1, category: 'lectern', auto_tmm: false, ...change };
  return { 'GET torrents/info': { body: [torrent] } };
}

describe('a qBittorrent torrent whose book was imported', () => {
  let running: Replay;

  async function imported(script: Script): Promise<readonly string[]> {
    running = await startReplay(script, { importedCategory: 'read' });
    await running.client.imported?.(HASH, { signal });
    return running.calls().filter((call) => call.startsWith('POST'));
  }

  afterEach(() => running.close());

  it('comes into the category of the settings, which is created', async () => {
    const script = { ...listing({}), 'POST torrents/createCategory': DONE, 'POST torrents/setCategory': DONE };

    expect(await imported(script)).to.deep.equal(['POST torrents/createCategory', 'POST torrents/setCategory']);
    expect(running.bodies('POST torrents/setCategory')).to.deep.equal([`hashes=${HASH}&category=read`]);
  });

  it('is managed by hand first where its category decides the folder, so its files stay', async () => {
    const script = {
      ...listing({ auto_tmm: true }),
      'POST torrents/createCategory': DONE,
      'POST torrents/setAutoManagement': DONE,
      'POST torrents/setCategory': DONE,
    };

    const calls = await imported(script);

    expect(calls.slice(-2)).to.deep.equal(['POST torrents/setAutoManagement', 'POST torrents/setCategory']);
    expect(running.bodies('POST torrents/setAutoManagement')).to.deep.equal([`hashes=${HASH}&enable=false`]);
  });

  it('is left alone in that category, and when it is gone', async () => {
    expect(await imported(listing({ category: 'read' }))).to.deep.equal([]);
    await running.close();
    expect(await imported({ 'GET torrents/info': { body: [] } })).to.deep.equal([]);
  });

  it('keeps its category if the settings name none', async () => {
    running = await startReplay({});

    expect(running.client.imported).to.equal(undefined);
  });

  it('is not touched if qBittorrent refuses the name', async () => {
    const refused = { status: 409, body: 'Incorrect category name' };
    running = await startReplay({ ...listing({}), 'POST torrents/createCategory': refused }, { importedCategory: 'a//b' });

    const error = await errorOf(running.client.imported?.(HASH, { signal }) ?? Promise.resolve());

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'importedCategory' });
  });

  it('is mentioned by the check where qBittorrent would move its files', async () => {
    const script = (isAutomatic: boolean): Script => ({
      'GET app/webapiVersion': { body: '2.8.19' },
      'GET app/version': { body: 'v4.5.2' },
      'GET app/preferences': { body: { ...(recorded('v4.5.2-app-preferences').json as JsonObject), auto_tmm_enabled: isAutomatic } },
      'GET sync/maindata': { body: {} },
    });
    const said: string[] = [];
    for (const [isAutomatic, downloadDir] of [
      [true, ''],
      [true, '/books'],
      [false, ''],
    ] as const) {
      await running?.close();
      running = await startReplay(script(isAutomatic), { importedCategory: 'read', downloadDir, username: '' });
      said.push(
        detailsOf(await running.instance.check({ signal }))
          .slice(1)
          .join(),
      );
    }

    expect(said[0]).to.match(/sets such a torrent to manual management first\. The files stay where they are\.$/);
    expect(said.slice(1)).to.deep.equal(['', '']);
  });
});
