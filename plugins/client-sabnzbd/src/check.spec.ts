import { detailsOf } from '@lectern/plugin-kit';
import { expect } from 'chai';
import type { JsonObject } from '@lectern/plugin-api';
import { recordedJson, replay } from './fixtures.spec.support.js';
import { errorOf, queueOf, startReplay } from './sabnzbd-replay.spec.support.js';
import type { Replay, Script } from './sabnzbd-replay.spec.support.js';

const { signal } = new AbortController();

function miscWith(change: JsonObject, fixture = 'v5.1.3-get-config-misc'): JsonObject {
  const { config } = recordedJson(fixture) as { config: { misc: JsonObject } };
  return { config: { misc: { ...config.misc, ...change } } };
}

function configWith(misc: JsonObject, categories = recordedJson('v3.7.1-get-config-categories')): Script {
  return { get_config: ({ section }) => ({ body: section === 'misc' ? misc : categories }) };
}

describe('sabnzbd check', () => {
  let running: Replay;

  afterEach(() => running.close());

  it('reports version, folder of the category and free space', async () => {
    running = await startReplay({ queue: replay('v3.7.1-queue-empty') });

    const result = await running.instance.check({ signal });

    expect({ ...result, details: detailsOf(result) }).to.deep.equal({
      ok: true,
      version: '3.7.1',
      details: ['Finished downloads of category audiobooks go to /data/complete/audiobooks, where 68.4 GB are free.'],
    });
  });

  it('uses the default category if none is set, and says when everything is paused', async () => {
    running = await startReplay({ queue: queueOf([], { paused: true }) }, { category: '*' });

    const details = detailsOf(await running.instance.check({ signal }));

    expect(details).to.deep.equal(['Finished downloads of category * go to /data/complete.', 'SABnzbd is paused at the moment.']);
  });

  const FOLDERS: readonly (readonly [dir: string, folder: string])[] = [
    ['books', '/data/complete/books'],
    ['/mnt/books', '/mnt/books'],
    ['books*', '/data/complete/books'],
    ['D:\\Books', 'D:\\Books'],
  ];

  for (const [dir, folder] of FOLDERS) {
    it(`reads the folder ${dir} as ${folder}`, async () => {
      const categories = { config: { categories: [{ name: 'audiobooks', dir, pp: '', script: '', priority: 0 }] } };
      running = await startReplay(configWith(miscWith({}), categories));

      expect(detailsOf(await running.instance.check({ signal }))[0]).to.include(`go to ${folder},`);
    });
  }

  const WARNINGS: readonly (readonly [what: string, misc: JsonObject, expected: RegExp | undefined])[] = [
    ['no_dupes 0', miscWith({ no_dupes: 0 }), undefined],
    ['no_dupes 1', miscWith({ no_dupes: 1 }), /discards what it has seen/],
    ['no_dupes 2', miscWith({ no_dupes: 2 }), undefined],
    ['no_dupes 3', miscWith({ no_dupes: 3 }), /fails what it has seen/],
    ['history of all', miscWith({ history_retention_option: 'all' }), undefined],
    ['history of some days', miscWith({ history_retention_option: 'days-delete' }), /forgets finished jobs/],
    ['history of all (before 4.3)', miscWith({ history_retention: '0' }, 'v3.7.1-get-config-misc'), undefined],
    ['no history (before 4.3)', miscWith({ history_retention: '-1' }, 'v3.7.1-get-config-misc'), /forgets finished jobs/],
  ];

  for (const [what, misc, expected] of WARNINGS) {
    it(`${expected ? 'warns of' : 'is content with'} ${what}`, async () => {
      running = await startReplay(configWith(misc));

      const warnings = detailsOf(await running.instance.check({ signal })).slice(1);

      expect(warnings).to.have.length(expected ? 1 : 0);
      if (expected) expect(warnings[0]).to.match(expected);
    });
  }

  it('warns of a category that does not unpack, even by inheritance', async () => {
    const categories = {
      config: {
        categories: [
          { name: '*', dir: '', pp: '1' },
          { name: 'audiobooks', dir: '', pp: '' },
        ],
      },
    };
    running = await startReplay(configWith(miscWith({}), categories));

    expect(detailsOf(await running.instance.check({ signal }))[1]).to.match(/does not unpack/);
  });

  it('recognizes a wrong key, and an NZB key', async () => {
    running = await startReplay({ queue: replay('v3.7.1-queue-wrong-key'), auth: replay('v3.7.1-auth-bad-key') });
    const wrong = await errorOf(running.instance.check({ signal }));
    await running.close();
    running = await startReplay({ queue: replay('v3.7.1-queue-with-nzb-key'), auth: replay('v3.7.1-auth-nzb-key') });
    const nzbOnly = await errorOf(running.instance.check({ signal }));

    expect(wrong).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
    expect(wrong.message).to.match(/does not know this API key/);
    expect(nzbOnly).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'apiKey' });
    expect(nzbOnly.message).to.match(/^This is the NZB key/);
  });

  it('lists the existing categories if the configured one does not exist', async () => {
    running = await startReplay({}, { category: 'books' });

    const error = await errorOf(running.instance.check({ signal }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'category' });
    expect(error.message).to.include('It has: audiobooks.');
  });

  it('blames the address if another program answers', async () => {
    running = await startReplay({ version: { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Router</title>' } });

    const error = await errorOf(running.instance.check({ signal }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(error.message).to.match(/something else does.*web page/);
  });

  it('suggests adding a missing URL base, and dropping a superfluous one', async () => {
    running = await startReplay({});
    const missing = await startReplay({}, { baseUrl: `${running.server.url}/elsewhere` });
    await missing.close();
    const tooMuch = await errorOf(missing.instance.check({ signal }));
    expect(tooMuch.message).to.match(/without its path/);

    const bare = await startReplay({ version: { status: 404, body: 'Not Found' } });
    const error = await errorOf(bare.instance.check({ signal }));
    await bare.close();
    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(error.message).to.include('/sabnzbd');
  });
});

describe('sabnzbd choices', () => {
  let running: Replay;

  const ask = (draft: JsonObject) => running.instance.choices?.categories?.({ draft, signal });

  beforeEach(async () => {
    running = await startReplay({});
  });
  afterEach(() => running.close());

  it('are the categories, with a title for the default one', async () => {
    expect(await ask({})).to.deep.equal([
      { value: '*', title: 'Default (*)' },
      { value: 'audiobooks', title: 'audiobooks' },
    ]);
  });

  it('are requested with the key on screen', async () => {
    await ask({ baseUrl: `${running.server.url}/`, apiKey: 'typed-key' });

    expect(running.fields('get_cats')[0]?.apikey).to.equal('typed-key');
  });

  it('never send the saved key to another address', async () => {
    const error = await errorOf(ask({ baseUrl: 'http://elsewhere.example:8080' }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'apiKey' });
    expect(running.calls).to.deep.equal([]);
  });

  it('require a valid address', async () => {
    expect(await errorOf(ask({ baseUrl: 'nonsense' }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
  });
});
