import { detailsOf } from '@lectern/plugin-kit';
import { expect } from 'chai';
import type { JsonObject } from '@lectern/plugin-api';
import { recordedResult, replay } from './fixtures.spec.support.js';
import { errorOf, result, startReplay } from './nzbget-replay.spec.support.js';
import type { Replay, Script } from './nzbget-replay.spec.support.js';

const { signal } = new AbortController();

function configWith(change: Readonly<Record<string, string>>): Script {
  const options = (recordedResult('v21.0-config') as JsonObject[]).filter(({ Name }) => !Object.hasOwn(change, Name as string));
  return { config: result([...options, ...Object.entries(change).map(([Name, Value]) => ({ Name, Value }))]) };
}

describe('nzbget check', () => {
  let running: Replay;

  afterEach(() => running.close());

  for (const [version, recordedVersion] of [
    ['v21.0', '21.0'],
    ['v26.0', '26.0'],
  ] as const) {
    it(`reports version, folder of the category and free space (${version})`, async () => {
      running = await startReplay({
        version: replay(`${version}-version`),
        status: replay(`${version}-status`),
        config: replay(`${version}-config`),
      });

      const checked = await running.instance.check({ signal });

      expect(checked.version).to.equal(recordedVersion);
      expect(detailsOf(checked)[0]).to.match(
        /^Finished downloads of category audiobooks go to \/data\/dst\/audiobooks, where 70\.8 GB are free\.$/,
      );
    });
  }

  it('says that NZBGet will use a category it does not know', async () => {
    running = await startReplay({}, { category: 'lectern' });

    const details = detailsOf(await running.instance.check({ signal }));

    expect(details).to.have.length(2);
    expect(details[0]).to.include('/data/dst/lectern');
    expect(details[1]).to.match(/no category “lectern”/);
  });

  const FOLDERS: readonly (readonly [what: string, change: Record<string, string>, folder: string])[] = [
    ['its own', { 'Category1.DestDir': '/books' }, '/books'],
    ['with a variable', { 'Category1.DestDir': '${DestDir}/books', DestDir: '${MainDir}/done' }, '/data/done/books'],
    ['without a folder for each category', { AppendCategoryDir: 'no' }, '/data/dst'],
  ];

  for (const [what, change, folder] of FOLDERS) {
    it(`determines the folder of a category: ${what}`, async () => {
      running = await startReplay(configWith(change));

      expect(detailsOf(await running.instance.check({ signal }))[0]).to.include(`go to ${folder},`);
    });
  }

  it('is not trapped by variables that refer to each other', async () => {
    running = await startReplay(configWith({ MainDir: '${DestDir}', DestDir: '${MainDir}' }));

    expect((await running.instance.check({ signal })).ok).to.equal(true);
  });

  const WARNINGS: readonly (readonly [change: Record<string, string>, RegExp])[] = [
    [{ KeepHistory: '0' }, /keeps no history/],
    [{ Unpack: 'no' }, /does not unpack/],
    [{ 'Category1.Unpack': 'no' }, /does not unpack/],
    [{ ParCheck: 'manual' }, /not check downloads/],
  ];

  for (const [change, expected] of WARNINGS) {
    it(`warns of ${JSON.stringify(change)}`, async () => {
      running = await startReplay(configWith(change));

      const details = detailsOf(await running.instance.check({ signal }));

      expect(details).to.have.length(2);
      expect(details[1]).to.match(expected);
    });
  }

  it('says when everything is paused, or the quota is used up', async () => {
    const status = recordedResult('v21.0-status') as JsonObject;
    running = await startReplay({ status: result({ ...status, DownloadPaused: true, QuotaReached: true }) });

    expect(detailsOf(await running.instance.check({ signal })).slice(1)).to.have.length(2);
  });

  it('recognizes the Add user, who may only ask for the version', async () => {
    running = await startReplay({ status: replay('v21.0-add-user-status') });

    const error = await errorOf(running.instance.check({ signal }));

    expect(error).to.include({ code: 'INTEGRATION_FORBIDDEN', field: 'username' });
    expect(error.message).to.include('ControlUsername');
  });

  it('refuses versions before 18', async () => {
    running = await startReplay({ version: result('17.1') });

    expect((await errorOf(running.instance.check({ signal }))).code).to.equal('INTEGRATION_UNSUPPORTED');
  });

  const STRANGERS: readonly (readonly [what: string, script: Script])[] = [
    ['a web page', { version: { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Router</title>' } }],
    ['other JSON', { version: { body: { hello: 'world' } } }],
    ['another status', { version: { status: 409, body: 'X-Transmission-Session-Id' } }],
    ['a version that is none', { version: result(7) }],
  ];

  for (const [what, script] of STRANGERS) {
    it(`blames the address for ${what}`, async () => {
      running = await startReplay(script);

      expect(await errorOf(running.instance.check({ signal }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    });
  }

  it('suggests dropping a path that NZBGet does not know', async () => {
    running = await startReplay({});
    const wrong = await startReplay({}, { baseUrl: `${running.server.url}/nope` });
    await wrong.close();

    const error = await errorOf(wrong.instance.check({ signal }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
    expect(error.message).to.include('without “/nope”');
  });
});

describe('nzbget choices', () => {
  let running: Replay;

  const ask = (draft: JsonObject) => running.instance.choices?.categories?.({ draft, signal });

  beforeEach(async () => {
    running = await startReplay({});
  });
  afterEach(() => running.close());

  it('are the categories', async () => {
    expect(await ask({})).to.deep.equal([{ value: 'audiobooks', title: 'audiobooks' }]);
  });

  it('are requested with the login on screen', async () => {
    await ask({ baseUrl: `${running.server.url}/`, username: 'me', password: 'typed' });

    const sent = running.calls[0]?.request.headers.authorization ?? '';
    expect(Buffer.from(sent.replace('Basic ', ''), 'base64').toString()).to.equal('me:typed');
  });

  it('never send the saved password to another address', async () => {
    const error = await errorOf(ask({ baseUrl: 'http://elsewhere.example:6789' }));

    expect(error).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'password' });
    expect(running.calls).to.deep.equal([]);
  });

  it('require a valid address', async () => {
    expect(await errorOf(ask({ baseUrl: 'nonsense' }))).to.include({ code: 'INTEGRATION_MISCONFIGURED', field: 'baseUrl' });
  });
});
