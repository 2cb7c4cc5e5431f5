import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { openGuardedSocket } from '../../platform/http-client/guarded-socket.js';
import { linkSignals } from '../../platform/http-client/linked-signal.js';
import { createOutboundGuard } from '../../platform/http-client/outbound-guard.js';
import { classifyFault, withHint } from './classify-fault.js';
import type { WireMail } from './compose-mail.js';
import { MailFault, type MailStep } from './mail-fault.js';
import type { MailSettings } from './mail-form.js';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { sentence } from '../../platform/words/index.js';

/** A mail server with its password: never answer it, never log it. */
export interface MailServer extends MailSettings {
  readonly password: string | null;
}

export interface SmtpWaits {
  /** For resolving the name and connecting, ms. */
  readonly connectMs: number;
  /** For the server's next line, ms. */
  readonly replyMs: number;
  /** For everything, ms. */
  readonly totalMs: number;
}

const SMTP_WAITS: SmtpWaits = { connectMs: 10_000, replyMs: 15_000, totalMs: 30_000 };

export interface SmtpSessionDeps {
  /** `host` or `host:port` entries that may be private wherever they resolve to; for the demo and for tests. */
  readonly allowPrivateHosts: readonly string[];
  readonly redact: (text: string) => string;
  readonly waits?: SmtpWaits;
}

/** What a mail server says about one message fits a hundred times. */
const MOST_BYTES = 256 * 1024;
const LONGEST_REPLY = 32 * 1024;

/** The steps of an attempt, in their order. */
export function mailSteps({ security, username }: Pick<MailSettings, 'security' | 'username'>): MailStep[] {
  const talk: MailStep[] = security === 'tls' ? ['encrypt', 'greet'] : security === 'starttls' ? ['greet', 'encrypt'] : ['greet'];
  return ['resolve', 'connect', ...talk, ...(username === null ? [] : (['sign_in'] as const)), 'sender', 'recipient', 'message'];
}

/** Waits for a call of the library, or for the end of the connection. */
type Wait = (work: (done: (error?: unknown) => void) => void) => Promise<void>;

/** Takes every error of a connection, for as long as it lives, and makes waiting calls fail with it. */
function watch(smtp: SMTPConnection, signal: AbortSignal): { readonly wait: Wait; readonly release: () => void } {
  let fail: (error: unknown) => void = () => undefined;
  const broken = new Promise<never>((_resolve, reject) => (fail = reject));
  broken.catch(() => undefined);
  const onAbort = (): void => fail(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  smtp.on('error', (error: unknown) => fail(error));
  smtp.on('end', () => fail(Object.assign(new Error('the connection ended'), { code: 'ECONNECTION' })));
  return {
    wait: (work) =>
      Promise.race([broken, new Promise<void>((resolve, reject) => work((error) => (error instanceof Error ? reject(error) : resolve())))]),
    release: () => signal.removeEventListener('abort', onAbort),
  };
}

/** The step of an error of the library, which names the command that failed. */
function stepOf(error: unknown, reached: MailStep, upgrading: boolean | undefined): MailStep {
  const { command } = error as { command?: string };
  if (command === 'MAIL FROM') return 'sender';
  if (command === 'RCPT TO') return 'recipient';
  if (command === 'STARTTLS' || (reached === 'greet' && upgrading === true)) return 'encrypt';
  return reached === 'encrypt' && upgrading === false ? 'greet' : reached;
}

/** Hands the message over as a stream, which the library reads after the server has said that it wants it. @param onSent called once all is read */
function streamOf({ bytes }: WireMail, onSent: () => void): Readable {
  return Readable.from([bytes], { objectMode: false }).once('end', onSent);
}

async function talk(server: MailServer, mail: WireMail, smtp: SMTPConnection, wait: Wait, reach: (step: MailStep) => void): Promise<void> {
  reach(server.security === 'tls' ? 'encrypt' : 'greet');
  await wait((done) => smtp.connect(done));
  if (server.username !== null) {
    reach('sign_in');
    const { username, password } = server;
    if (!smtp.allowsAuth) {
      const fault = sentence('fault.mail_no_sign_in', { address: `${server.host}:${server.port}` });
      const hint = server.security === 'none' ? sentence('fault.mail_sign_in_encrypted') : undefined;
      throw new MailFault('no_sign_in', 'sign_in', withHint(fault, hint));
    }
    await wait((done) => smtp.login({ user: username, pass: password ?? '' }, done));
  }
  reach('message');
  let isAllSent = false;
  const message = streamOf(mail, () => (isAllSent = true));
  try {
    await wait((done) => smtp.send({ from: mail.from, to: [mail.to], size: mail.bytes.length }, message, done));
  } catch (error) {
    const isAnswer = typeof (error as { responseCode?: unknown }).responseCode === 'number';
    if (!isAllSent || isAnswer) throw error;
    const said = sentence('fault.mail_unanswered', { address: `${server.host}:${server.port}` });
    throw new MailFault('unanswered', 'message', said);
  } finally {
    message.destroy();
  }
  smtp.quit();
}

async function openConnection(
  server: MailServer,
  { allowPrivateHosts, waits = SMTP_WAITS }: SmtpSessionDeps,
  signal: AbortSignal,
  reach: (step: MailStep) => void,
): Promise<Socket> {
  const { host, port } = server;
  // an admin entered it, so it may be private, but on this port only
  const guard = createOutboundGuard({ allowedHosts: () => [{ host, port, private: true }], allowPrivateHosts });
  const limit = linkSignals(signal, AbortSignal.timeout(waits.connectMs));
  try {
    return await openGuardedSocket({
      guard,
      host,
      port,
      signal: limit.signal,
      maxBytes: MOST_BYTES,
      onAdmitted: () => reach('connect'),
    });
  } finally {
    limit.release();
  }
}

/**
 * Sends one message over a connection of its own, which is closed whatever happens. nodemailer gets a socket that the guard has admitted, and
 * opens none itself.
 *
 * @param greeting the name by which this server introduces itself
 * @throws MailFault
 */
export async function sendBySmtp(
  server: MailServer,
  mail: WireMail,
  greeting: string,
  deps: SmtpSessionDeps,
  caller?: AbortSignal,
): Promise<void> {
  const waits = deps.waits ?? SMTP_WAITS;
  const limit = linkSignals(caller, AbortSignal.timeout(waits.totalMs));
  const { signal } = limit;
  let step: MailStep = 'resolve';
  let socket: Socket | undefined;
  let smtp: SMTPConnection | undefined;
  const reach = (next: MailStep): void => void (step = next);
  try {
    signal.throwIfAborted();
    const { default: Connection } = await import('nodemailer/lib/smtp-connection');
    socket = await openConnection(server, deps, signal, reach);
    smtp = new Connection({
      connection: socket,
      host: server.host,
      port: server.port,
      secure: server.security === 'tls',
      requireTLS: server.security === 'starttls',
      ignoreTLS: server.security === 'none',
      name: greeting,
      tls: { rejectUnauthorized: !server.allowSelfSigned },
      connectionTimeout: waits.totalMs,
      greetingTimeout: waits.replyMs,
      socketTimeout: waits.replyMs,
      socketCloseTimeout: 1000,
      maxResponseSize: LONGEST_REPLY,
      logger: false,
    });
    const watched = watch(smtp, signal);
    try {
      await talk(server, mail, smtp, watched.wait, reach);
    } finally {
      watched.release();
    }
  } catch (error) {
    socket?.destroy();
    if (caller?.aborted) throw new MailFault('aborted', step, sentence('fault.mail_given_up'));
    throw classifyFault(error, { step: stepOf(error, step, smtp?.upgrading), server, redact: deps.redact });
  } finally {
    limit.release();
    smtp?.close();
  }
}
