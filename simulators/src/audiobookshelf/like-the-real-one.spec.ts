import { expect } from 'chai';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeAudioFile } from '@lectern/testbed';
import { requireOrSkip, startRealAudiobookshelf, until } from '@lectern/testbed';
import { startAudiobookshelfSimulator } from './audiobookshelf-simulator.js';

/** A server for the checks, simulated or real. */
interface Server {
  readonly url: string;
  readonly apiKey: string;
  readonly root: { readonly username: string; readonly password: string };
  /** Ids of two libraries, of which the server watches the first. */
  readonly watched: string;
  readonly unwatched: string;
  stop(): Promise<void>;
}

interface Folders {
  readonly watched: string;
  readonly unwatched: string;
  readonly work: string;
}

const APP = 'audiobookshelf://oauth';
/** The addresses of a provider that nobody calls. */
const PROVIDER = Object.fromEntries(
  ['IssuerURL', 'AuthorizationURL', 'TokenURL', 'UserInfoURL', 'JwksURL'].map((name) => [
    `authOpenID${name}`,
    `http://127.0.0.1:9/${name}`,
  ]),
);

async function startSimulated({ watched, unwatched }: Folders): Promise<Server> {
  const simulator = await startAudiobookshelfSimulator({
    apiKey: 'the-key',
    libraries: [
      { id: 'watched', name: 'Watched', root: watched },
      { id: 'unwatched', name: 'Unwatched', root: unwatched, isWatched: false },
    ],
    noticesFiles: true,
    watcherDelayMs: 300,
    openid: { redirectUris: [APP], username: () => undefined },
  });
  return {
    url: simulator.url,
    apiKey: 'the-key',
    watched: 'watched',
    unwatched: 'unwatched',
    root: { username: 'root', password: 'root' },
    stop: () => simulator.close(),
  };
}

async function startReal({ watched, unwatched, work }: Folders): Promise<Server> {
  const server = await startRealAudiobookshelf(path.join(work, 'abs'));
  try {
    const first = await server.addLibrary('Watched', { folder: watched });
    const second = await server.addLibrary('Unwatched', { folder: unwatched, settings: { disableWatcher: true } });
    const provider = { ...PROVIDER, authOpenIDClientID: 'id', authOpenIDClientSecret: 'secret' };
    await server.call('PATCH', '/api/auth-settings', { ...provider, authActiveAuthMethods: ['local', 'openid'] });
    const { url, apiKey, root } = server;
    return { url, apiKey, root, watched: first.id, unwatched: second.id, stop: () => server.stop() };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

const servers = [
  { describe, name: 'the simulated Audiobookshelf', start: startSimulated },
  { describe: requireOrSkip('audiobookshelf', 'ffmpeg'), name: 'the real Audiobookshelf', start: startReal },
] as const;

for (const { describe: describeIt, name, start } of servers) {
  describeIt(name, () => {
    let folders: Folders;
    let server: Server;

    before(async () => {
      const work = await realpath(await mkdtemp(path.join(tmpdir(), 'lectern-abs-alike-')));
      folders = { work, watched: path.join(work, 'watched'), unwatched: path.join(work, 'unwatched') };
      await mkdir(folders.watched);
      await mkdir(folders.unwatched);
      server = await start(folders);
    });

    after(async () => {
      await server?.stop();
      await rm(folders.work, { recursive: true, force: true });
    });

    async function call<T>(method: string, where: string, body?: object, token = server.apiKey): Promise<T> {
      const answer = await fetch(server.url + where, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      expect(answer.status, `${method} ${where}`).to.equal(200);
      return (answer.headers.get('content-type')?.includes('json') ? answer.json() : answer.text()) as Promise<T>;
    }

    async function place(root: string, folder: string, file: string, tags: { album?: string; title?: string }): Promise<string> {
      const place = path.join(root, folder, file);
      await mkdir(path.dirname(place), { recursive: true });
      await writeFile(place, makeAudioFile({ author: 'Ada Quill', seconds: 1, ...tags }));
      return place;
    }

    interface Row {
      readonly relPath: string;
      readonly media: { readonly numAudioFiles: number; readonly metadata: { readonly title: string } };
    }
    const rows = async (library: string) => (await call<{ results: Row[] }>('GET', `/api/libraries/${library}/items?limit=0`)).results;
    const titles = async (library: string) =>
      Object.fromEntries((await rows(library)).map(({ relPath, media }) => [relPath, [media.metadata.title, media.numAudioFiles]]));
    const actions = async () =>
      (await call<{ tasks: { action: string; isFinished: boolean }[] }>('GET', '/api/tasks')).tasks
        .filter(({ isFinished }) => !isFinished)
        .map(({ action }) => action);
    const idle = () => until(async () => (await actions()).length === 0, { everyMs: 50, what: 'no task' });
    const finished = (library: string, count: number) =>
      until(async () => (await rows(library)).length >= count, { everyMs: 50, what: `${count} books` });

    it('finds files in a watched library without a request, and is busy until then', async () => {
      await place(folders.watched, 'Ada Quill/Found', '01.mp3', { album: 'Found', title: 'One' });

      const { length } = await until(async () => ((await actions()).includes('watcher-scan') ? actions() : undefined), {
        everyMs: 20,
        what: 'the watcher at work',
      });
      const early = await rows(server.watched);
      await finished(server.watched, 1);
      await idle();

      expect([length, early]).to.deep.equal([1, []]);
      expect(await titles(server.watched)).to.deep.equal({ 'Ada Quill/Found': ['Found', 1] });
    });

    it('says OK to a file in an unwatched library, and does nothing', async () => {
      const file = await place(folders.unwatched, 'Ada Quill/Ignored', '01.mp3', { album: 'Ignored' });

      const answer = await call('POST', '/api/watcher/update', { libraryId: server.unwatched, path: file, type: 'add' });
      const { libraries } = await call<{ libraries: { id: string; settings: { disableWatcher: boolean } }[] }>('GET', '/api/libraries');

      expect([answer, await actions()]).to.deep.equal(['OK', []]);
      expect(libraries.find(({ id }) => id === server.unwatched)?.settings.disableWatcher).to.equal(true);
      const { serverSettings } = await call<{ serverSettings: object }>('POST', '/api/authorize');
      expect(serverSettings).to.include({ scannerDisableWatcher: false });
    });

    it('makes two books of two parts, titled by their album, their file, or the folder', async () => {
      await place(folders.unwatched, 'Ada Quill/Halves/Part 1', '01.mp3', { album: 'Halves of It', title: 'One' });
      await place(folders.unwatched, 'Ada Quill/Halves/Part 2', '01.mp3', { title: 'Two' });
      await place(folders.unwatched, 'Ada Quill/Whole/CD 1', '01.mp3', { album: 'Whole' });
      await place(folders.unwatched, 'Ada Quill/Whole/CD 2', '01.mp3', { album: 'Whole' });

      await call('POST', `/api/libraries/${server.unwatched}/scan`);
      await finished(server.unwatched, 4);
      await idle();

      expect(await titles(server.unwatched)).to.deep.equal({
        'Ada Quill/Halves/Part 1': ['Halves of It', 1],
        'Ada Quill/Halves/Part 2': ['Two', 1],
        'Ada Quill/Whole': ['Whole', 2],
        'Ada Quill/Ignored': ['Ignored', 1],
      });
    });

    it('keeps calling an account’s key an old token once one was used, until a session is', async () => {
      const isOld = async (token?: string) =>
        (await call<{ isOldToken?: boolean }>('GET', '/api/me', undefined, token)).isOldToken === true;
      const { user } = await call<{ user: { token: string; accessToken: string } }>('POST', '/login', server.root);

      const seen = [await isOld(), await isOld(user.token), await isOld(), await isOld(user.accessToken), await isOld()];

      expect(seen).to.deep.equal([false, true, true, false, false]);
    });

    describe('with a sign-in by OpenID', () => {
      const WITHOUT = 'https://lectern.example.org/sign-in/return/abs';
      const WITH = 'http://lectern.example.org:3939/sign-in/return/abs';
      const allow = async (...uris: string[]) =>
        (await call<{ updated: boolean }>('PATCH', '/api/auth-settings', { authOpenIDMobileRedirectURIs: uris })).updated;
      const allowed = async () =>
        (await call<{ authOpenIDMobileRedirectURIs: string[] }>('GET', '/api/auth-settings')).authOpenIDMobileRedirectURIs;
      async function begin(redirectUri: string, more: Record<string, string> = { code_challenge: 'c', code_challenge_method: 'S256' }) {
        const query = new URLSearchParams({ response_type: 'code', redirect_uri: redirectUri, state: 's', ...more });
        const answer = await fetch(`${server.url}/auth/openid?${query.toString()}`, { redirect: 'manual' });
        return answer.status === 302 ? 302 : `${answer.status} ${await answer.text()}`;
      }

      it('accepts no list with an address that has a port, or with * beside another', async () => {
        expect(await allow(WITHOUT)).to.equal(true);

        expect([await allow(WITH), await allow(APP, WITH), await allow('*', APP), await allow(WITHOUT)]).to.deep.equal(
          Array(4).fill(false),
        );
        expect(await allowed()).to.deep.equal([WITHOUT]);
      });

      it('sends people back only to listed addresses, or anywhere if * is listed', async () => {
        await allow(WITHOUT);
        expect([await begin(WITHOUT), await begin(APP), await begin(WITH)]).to.deep.equal([
          302,
          '400 Invalid redirect_uri',
          '400 Invalid redirect_uri',
        ]);

        await allow('*');
        expect([await begin(WITHOUT), await begin(WITH)]).to.deep.equal([302, 302]);
      });

      it('requires the proof that apps send', async () => {
        await allow('*');

        expect(await begin(WITHOUT, {})).to.match(/^400 code_challenge required/);
        expect(await begin(WITHOUT, { code_challenge: 'c' })).to.equal(302);
        expect(await begin(WITHOUT, { code_challenge: 'c', code_challenge_method: 'plain' })).to.match(/^400 Only S256/);
      });
    });
  });
}
