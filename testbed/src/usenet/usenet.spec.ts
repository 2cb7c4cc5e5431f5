import { expect } from 'chai';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { listFiles, makeContent } from '../content.js';
import type { TestContent } from '../content.js';
import { startDaemon } from '../daemons.js';
import type { Daemon } from '../daemons.js';
import { startNntp } from './nntp-server.js';
import type { NntpServer } from './nntp-server.js';
import { makeNzb } from './nzb.js';
import type { MakeNzbOptions } from './nzb.js';
import { requireOrSkip } from '../requirements.js';
import { until } from '../until.js';
import { encodeYenc } from './yenc.js';

/** The outcome of a job, and the place of its files. */
interface JobEnd {
  readonly isDone: boolean;
  /** The client's message about it. */
  readonly said: string;
  readonly path: string;
}

async function sabnzbdCall(daemon: Daemon, params: Record<string, string>, body?: FormData): Promise<Record<string, unknown>> {
  const query = new URLSearchParams({ apikey: daemon.apiKey, output: 'json', ...params });
  const answer = await fetch(`${daemon.url}/api?${query.toString()}`, body ? { method: 'POST', body } : {});
  return (await answer.json()) as Record<string, unknown>;
}

async function runInSabnzbd(daemon: Daemon, title: string, bytes: Buffer): Promise<JobEnd> {
  const form = new FormData();
  form.set('name', new Blob([new Uint8Array(bytes)]), `${title}.nzb`);
  const added = await sabnzbdCall(daemon, { mode: 'addfile', cat: daemon.category, nzbname: title }, form);
  const [id] = added.nzo_ids as string[];
  const slot = await until(
    async () => {
      const { history } = (await sabnzbdCall(daemon, { mode: 'history' })) as {
        history: { slots: { nzo_id: string; status: string; storage: string; loaded: boolean; fail_message: string }[] };
      };
      // it says that it is done before it says where
      return history.slots.find(
        (job) => job.nzo_id === id && !job.loaded && (job.status === 'Failed' || (job.status === 'Completed' && job.storage !== '')),
      );
    },
    { what: 'SABnzbd' },
  );
  return { isDone: slot.status === 'Completed', said: slot.fail_message, path: slot.storage };
}

async function nzbgetCall(daemon: Daemon, method: string, ...params: readonly unknown[]): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${daemon.username}:${daemon.password}`).toString('base64')}`;
  const answer = await fetch(`${daemon.url}/jsonrpc`, {
    method: 'POST',
    headers: { authorization },
    body: JSON.stringify({ method, params }),
  });
  return ((await answer.json()) as { result: unknown }).result;
}

async function runInNzbget(daemon: Daemon, title: string, bytes: Buffer): Promise<JobEnd> {
  const content = bytes.toString('base64');
  const id = await nzbgetCall(daemon, 'append', `${title}.nzb`, content, daemon.category, 0, false, false, '', 0, 'SCORE', []);
  const job = await until(
    async () => {
      const history = (await nzbgetCall(daemon, 'history', false)) as {
        NZBID: number;
        Status: string;
        DestDir: string;
        FinalDir: string;
      }[];
      return history.find((entry) => entry.NZBID === id);
    },
    { what: 'NZBGet' },
  );
  return { isDone: job.Status.startsWith('SUCCESS'), said: job.Status, path: job.FinalDir || job.DestDir };
}

function sha256(data: Uint8Array): string {
  return createHash('sha256').update(data).digest('hex');
}

async function hashesBelow(dir: string): Promise<ReadonlyMap<string, string>> {
  const found = listFiles(dir).map(async (path) => [basename(path), sha256(await readFile(path))] as const);
  return new Map(await Promise.all(found));
}

describe('testbed for Usenet', () => {
  let dir: string;
  let content: TestContent;

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'usenet-'));
    content = makeContent(join(dir, 'source'), { size: 60_000 });
  });

  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('escapes characters that yEnc and the news protocol must not carry', () => {
    // 214 encodes to NUL, 4 to a dot at the start of the line
    const body = encodeYenc({ data: Buffer.from([4, 214, 65]), name: 'a b.mp3', size: 3, part: 1, total: 1, begin: 0 });

    const [begin, part, data, end] = body.toString('latin1').split('\r\n');
    expect(begin).to.equal('=ybegin part=1 total=1 line=128 size=3 name=a b.mp3');
    expect(part).to.equal('=ypart begin=1 end=3');
    expect(data).to.equal('..=@k');
    expect(end).to.match(/^=yend size=3 part=1 pcrc32=[0-9a-f]{8}$/);
  });

  it('requires a login, and says which articles it does not have', async () => {
    const spool = join(dir, 'spool');
    const server = await startNntp({ spool });
    try {
      const nzb = await makeNzb({ content: content.dir, spool, missing: 1, articleSize: 1_000_000 });
      const ids = [...nzb.bytes.toString().matchAll(/<segment [^>]*>([^<]+)</g)].map((match) => match[1] ?? '');
      const socket = connect(server.port, '127.0.0.1');
      let said = '';
      socket.setEncoding('latin1').on('data', (text: string) => (said += text));
      const asked = ids.map((id) => `STAT <${id}>\r\n`).join('');
      socket.write(`${asked}AUTHINFO USER news\r\nAUTHINFO PASS news-pass\r\n${asked}QUIT\r\n`);
      await once(socket, 'close');

      const codes = said.split('\r\n').map((line) => line.slice(0, 3));
      expect(codes.filter((code) => code === '480')).to.have.length(3);
      expect(codes.filter((code) => code === '223')).to.have.length(2);
      expect(codes.filter((code) => code === '430')).to.have.length(1);
      expect(nzb).to.include({ faults: 1, files: 3, articles: 3, title: content.name });
    } finally {
      await server.close();
    }
  });

  const clients = [
    { part: 'sabnzbd', run: runInSabnzbd },
    { part: 'nzbget', run: runInNzbget },
  ] as const;
  const posts: readonly (Omit<MakeNzbOptions, 'content' | 'spool'> & { title: string })[] = [
    { title: 'Plain' },
    { title: 'Damaged', pack: '7z', par2: 40, missing: 1, corrupt: 1, articleSize: 20_000 },
  ];

  for (const { part, run } of clients) {
    requireOrSkip(
      part,
      'par2',
      '7z',
    )(`with the real ${part}`, () => {
      let server: NntpServer;
      let daemon: Daemon;
      let work: string;

      before(async () => {
        work = await mkdtemp(join(tmpdir(), 'usenet-daemon-'));
        server = await startNntp({ spool: join(work, 'spool') });
        daemon = await startDaemon(part, join(work, 'daemon'), { env: server.env });
      });

      after(async () => {
        await daemon?.stop();
        await server?.close();
        await rm(work, { recursive: true, force: true });
      });

      for (const { title, ...options } of posts) {
        it(`completes a post: ${title.toLowerCase()}`, async () => {
          const nzb = await makeNzb({ content: content.dir, spool: server.spool, title, ...options });

          const end = await run(daemon, title, nzb.bytes);

          expect(end.isDone, end.said).to.equal(true);
          const wanted = await hashesBelow(content.dir);
          const got = await hashesBelow(end.path);
          for (const [name, hash] of wanted) expect(got.get(name), name).to.equal(hash);
        });
      }
    });
  }
});
