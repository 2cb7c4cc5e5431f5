import { mkdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { openSpool } from './articles.js';
import type { PostedArticle } from './articles.js';
import type { LoopbackOptions } from '../loopback-server.js';
import { encodeYenc } from './yenc.js';

export interface NntpOptions extends LoopbackOptions {
  /** Folder that {@link makeNzb} posts into; made when it is missing. */
  readonly spool: string;
  /** Default `news`. */
  readonly username?: string;
  /** Default `news-pass`. */
  readonly password?: string;
  /** Milliseconds before each answer about an article, so that "downloading" can be watched. */
  readonly delayMs?: number;
}

export interface NntpServer {
  readonly port: number;
  readonly spool: string;
  readonly username: string;
  readonly password: string;
  /** Variables of the start scripts that point a client here. */
  readonly env: Readonly<Record<string, string>>;
  /** Counts of requests so far. */
  readonly counters: Readonly<{ connections: number; served: number; missing: number; authFailures: number }>;
  setDelay(ms: number): void;
  close(): Promise<void>;
}

function headersOf({ group, subject, id }: PostedArticle): string {
  return (
    `Path: testbed!not-for-mail\r\nFrom: poster@example.test\r\nNewsgroups: ${group}\r\nSubject: ${subject}\r\n` +
    `Message-ID: <${id}>\r\nDate: Tue, 14 Nov 2023 22:13:20 GMT\r\n`
  );
}

async function bodyOf(article: PostedArticle): Promise<Buffer> {
  const data = Buffer.alloc(article.length);
  const file = await open(article.file, 'r');
  try {
    await file.read(data, 0, article.length, article.begin);
  } finally {
    await file.close();
  }
  const isCorrupt = article.fault === 'corrupt';
  if (isCorrupt) data.writeUInt8((data.readUInt8(data.length >> 1) ^ 0xff) & 0xff, data.length >> 1);
  return encodeYenc({ ...article, data, isChecksumWrong: isCorrupt });
}

/** A news server on loopback that serves yEnc articles made on the fly; unknown and missing ones get 430. */
export async function startNntp(options: NntpOptions): Promise<NntpServer> {
  const { spool, username = 'news', password = 'news-pass', host = '127.0.0.1' } = options;
  mkdirSync(spool, { recursive: true });
  const articles = openSpool(spool);
  const counters = { connections: 0, served: 0, missing: 0, authFailures: 0 };
  const sockets = new Set<Socket>();
  let delayMs = options.delayMs ?? 0;

  async function answerArticle(command: string, id: string): Promise<string | Buffer> {
    const article = articles.find(id);
    if (delayMs > 0) await sleep(delayMs);
    if (!article || article.fault === 'missing') {
      counters.missing++;
      return '430 no such article';
    }
    if (command === 'STAT') return `223 0 <${id}>`;
    if (command === 'HEAD') return `221 0 <${id}>\r\n${headersOf(article)}.`;
    const body = await bodyOf(article);
    counters.served++;
    const head = command === 'BODY' ? `222 0 <${id}>\r\n` : `220 0 <${id}>\r\n${headersOf(article)}\r\n`;
    return Buffer.concat([Buffer.from(head, 'latin1'), body, Buffer.from('.')]);
  }

  function serve(socket: Socket): void {
    counters.connections++;
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    socket.setNoDelay(true);
    let isSignedIn = false;
    let pendingUser = '';
    let buffer = '';
    let work = Promise.resolve();

    function signIn(kind: string, value: string): string {
      if (kind === 'USER') {
        pendingUser = value;
        return '381 password required';
      }
      isSignedIn = pendingUser === username && value === password;
      if (isSignedIn) return '281 ok';
      counters.authFailures++;
      return '481 authentication failed';
    }

    async function answer(line: string): Promise<string | Buffer> {
      const [command = '', argument = '', value = ''] = line.trim().split(/\s+/);
      const name = command.toUpperCase();
      if (name === 'CAPABILITIES') return `101 capability list\r\nVERSION 2\r\nREADER${isSignedIn ? '' : '\r\nAUTHINFO USER'}\r\n.`;
      if (name === 'MODE') return '200 reader mode';
      if (name === 'QUIT') return '205 bye';
      if (name === 'AUTHINFO') return signIn(argument.toUpperCase(), value);
      if (!isSignedIn) return '480 authentication required';
      if (name === 'DATE') return '111 20231114221320';
      if (name === 'GROUP') return `211 1 1 1 ${argument}`;
      if (['STAT', 'HEAD', 'BODY', 'ARTICLE'].includes(name)) return answerArticle(name, argument.replace(/^<|>$/g, ''));
      return '500 unknown command';
    }

    async function handle(line: string): Promise<void> {
      if (socket.destroyed) return;
      const reply = await answer(line);
      // in one write: SABnzbd 3.7 loses track when the end of a short answer arrives separately
      socket.write(Buffer.concat([typeof reply === 'string' ? Buffer.from(reply, 'latin1') : reply, Buffer.from('\r\n')]));
      if (/^quit\b/i.test(line)) socket.end();
    }

    socket.write('200 testbed ready\r\n');
    socket.on('data', (chunk) => {
      const lines = (buffer + chunk.toString('latin1')).split('\n');
      buffer = lines.pop() ?? '';
      // clients pipeline: answers keep the order of the questions
      for (const line of lines) work = work.then(() => handle(line)).catch(() => void socket.destroy());
    });
  }

  const server = createServer(serve);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    spool,
    username,
    password,
    env: { NNTP_HOST: host, NNTP_PORT: String(port), NNTP_USER: username, NNTP_PASS: password },
    counters,
    setDelay(ms) {
      delayMs = ms;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
