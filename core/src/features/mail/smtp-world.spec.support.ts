import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { MailServer } from './smtp-session.js';

type SmtpOptions = NonNullable<ConstructorParameters<typeof SMTPServer>[0]>;

/** A message as a mail server received it. */
export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly raw: string;
  readonly isEncrypted: boolean;
  readonly user: string | undefined;
}

export interface TestSmtp {
  readonly port: number;
  readonly received: ReceivedMail[];
  /** Connections that are open. */
  open(): number;
  /** Ends all connections in the middle. */
  hangUp(): void;
  stop(): Promise<void>;
}

const TEST_USER = 'books@example.org';
export const TEST_MAIL_PASSWORD = 'p4ss-of-the-books';

function refused(code: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

/** A real mail server on loopback. It wants a sign-in unless told otherwise, and refuses `nobody@`, `later@` and the sender `stranger@`. */
export async function startTestSmtp(options: SmtpOptions = {}): Promise<TestSmtp> {
  const received: ReceivedMail[] = [];
  const server = new SMTPServer({
    logger: false,
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, callback) {
      if (username === TEST_USER && password === TEST_MAIL_PASSWORD) callback(null, { user: username });
      else callback(refused(535, `5.7.8 Wrong: ${String(password)}`));
    },
    onMailFrom({ address }, _session, callback) {
      callback(address.startsWith('stranger@') ? refused(553, 'Sender address rejected: not owned by user') : null);
    },
    onRcptTo({ address }, _session, callback) {
      if (address.startsWith('nobody@')) callback(refused(550, 'No such user here'));
      else callback(address.startsWith('later@') ? refused(451, 'Greylisted, try again') : null);
    },
    onData(stream, { envelope, secure, user }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        received.push({
          from,
          to: envelope.rcptTo.map(({ address }) => address),
          raw,
          isEncrypted: secure,
          user: user as string | undefined,
        });
        callback(raw.includes('spam') ? refused(554, 'Message looks like spam') : null);
      });
    },
    ...options,
  });
  // a client that leaves is no error of the server
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.server.address() as AddressInfo).port,
    received,
    open: () => server.connections.size,
    hangUp: () => server.connections.forEach(({ _socket }) => _socket.destroy()),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** A server that says what a spec wants it to. */
export async function startOddServer(talk: (socket: Socket) => void): Promise<{ port: number; open(): number; stop(): Promise<void> }> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    talk(socket);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  return {
    port: (server.address() as AddressInfo).port,
    open: () => sockets.size,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Settings for a server of a spec. */
export function testServer(port: number, change: Partial<MailServer> = {}): MailServer {
  return {
    enabled: true,
    host: '127.0.0.1',
    port,
    security: 'none',
    allowSelfSigned: false,
    username: TEST_USER,
    password: TEST_MAIL_PASSWORD,
    senderAddress: TEST_USER,
    senderName: 'Lectern',
    ...change,
  };
}

/** Waits until nothing holds a connection any more, or as many as are said. */
export async function connectionsBecome(server: { open(): number }, count: number): Promise<void> {
  while (server.open() !== count) await new Promise((resolve) => setTimeout(resolve, 10));
}
