import { expect } from 'chai';
import { DEFAULT_SETTINGS } from '../settings/index.js';
import { mayHaveHappened } from '../../platform/http-client/uncertain-faults.js';
import type { Mail } from './compose-mail.js';
import { MailFault } from './mail-fault.js';
import { createMailer, type Mailer } from './mailer.js';
import type { MailServer, SmtpWaits } from './smtp-session.js';
import { selfSigned } from '../../platform/testing/self-signed.spec.support.js';
import { connectionsBecome, startOddServer, startTestSmtp, testServer, type TestSmtp } from './smtp-world.spec.support.js';

const MAIL: Mail = { to: { address: 'ada@example.org', name: 'Ada' }, subject: 'News', text: 'Hello', html: '<p>Hello</p>' };
const SHORT: SmtpWaits = { connectMs: 300, replyMs: 300, totalMs: 600 };

function mailerFor(server: MailServer | undefined, waits?: SmtpWaits): Mailer {
  return createMailer({
    store: { get: async () => server },
    settings: {
      get: async () => ({ ...DEFAULT_SETTINGS, server: { ...DEFAULT_SETTINGS.server, publicUrl: 'https://books.example.net/lectern' } }),
    },
    allowPrivateHosts: [],
    redact: (text) => text.replaceAll(server?.password ?? '\0', '[redacted]'),
    now: () => new Date('2026-03-04T05:06:07.000Z'),
    ...(waits ? { waits } : {}),
  });
}

async function faultOf(work: Promise<unknown>): Promise<MailFault> {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof MailFault)) throw new Error(`expected a fault, got ${String(error)}`);
  return error;
}

const about = ({ reason, step, kind }: MailFault): string => `${reason} at ${step}, ${kind}`;

describe('mailer', () => {
  const servers: { stop(): Promise<void> }[] = [];
  const started = async <S extends { stop(): Promise<void> }>(starting: Promise<S>): Promise<S> => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
  });

  async function smtp(...args: Parameters<typeof startTestSmtp>): Promise<TestSmtp> {
    return started(startTestSmtp(...args));
  }

  it('sends a message with what mail programs need to know', async () => {
    const server = await smtp();
    const { port, received } = server;

    await mailerFor(testServer(port)).send({ ...MAIL, key: 'one', unsubscribe: 'https://books.example.net/lectern/account' });

    const [mail] = received;
    expect(mail).to.include({ from: 'books@example.org', user: 'books@example.org', isEncrypted: false });
    expect(mail?.to).to.deep.equal(['ada@example.org']);
    expect(mail?.raw).to.include('From: Lectern <books@example.org>\r\n');
    expect(mail?.raw).to.include('To: Ada <ada@example.org>\r\n');
    expect(mail?.raw).to.include('Date: Wed, 04 Mar 2026 05:06:07 +0000\r\n');
    expect(mail?.raw).to.include('Auto-Submitted: auto-generated\r\n');
    expect(mail?.raw).to.include('List-Unsubscribe: <https://books.example.net/lectern/account>\r\n');
    expect(mail?.raw).to.match(/Message-ID: <[0-9a-f]{32}@books\.example\.net>\r\n/i);
    await connectionsBecome(server, 0);
  });

  it('gives every attempt at a message the same identifier', async () => {
    const { port, received } = await smtp();
    const mailer = mailerFor(testServer(port));

    await mailer.send({ ...MAIL, key: 'one' });
    await mailer.send({ ...MAIL, key: 'one' });
    await mailer.send({ ...MAIL, key: 'one', to: { address: 'bea@example.org' } });

    const ids = received.map(({ raw }) => /Message-ID: (.+)\r/i.exec(raw)?.[1]);
    expect(ids[0]).to.equal(ids[1]);
    expect(ids[2]).not.to.equal(ids[0]);
  });

  for (const security of ['tls', 'starttls'] as const) {
    it(`accepts a self-signed certificate only if it was told to (${security})`, async () => {
      const { port, received } = await smtp({ secure: security === 'tls', ...selfSigned() });

      const fault = await faultOf(mailerFor(testServer(port, { security })).send(MAIL));
      await mailerFor(testServer(port, { security, allowSelfSigned: true })).send(MAIL);

      expect(about(fault)).to.equal('certificate_untrusted at encrypt, misconfigured');
      expect(received.map(({ isEncrypted }) => isEncrypted)).to.deep.equal([true]);
    });
  }

  it('says that a certificate has expired', async () => {
    const { port } = await smtp({ secure: true, ...selfSigned({ days: -1 }) });

    const fault = await faultOf(mailerFor(testServer(port, { security: 'tls' })).send(MAIL));

    expect(about(fault)).to.equal('certificate_expired at encrypt, misconfigured');
  });

  it('sends no password to a server that does not offer STARTTLS where it is required', async () => {
    const { port } = await smtp({ disabledCommands: ['STARTTLS'] });

    const fault = await faultOf(mailerFor(testServer(port, { security: 'starttls' })).send(MAIL));

    expect(about(fault)).to.equal('no_starttls at encrypt, misconfigured');
  });

  it('says that a port does not speak TLS', async () => {
    const { port } = await smtp();

    const fault = await faultOf(mailerFor(testServer(port, { security: 'tls' })).send(MAIL));

    expect(about(fault)).to.equal('no_tls at encrypt, misconfigured');
    expect(fault.message).to.include('on port 587 it is STARTTLS');
  });

  it('says that the sign-in was refused, without the password that the server repeats', async () => {
    const { port } = await smtp();
    const server = testServer(port, { password: 'wrong-but-secret' });

    const fault = await faultOf(mailerFor(server).send(MAIL));

    expect(about(fault)).to.equal('sign_in_refused at sign_in, misconfigured');
    expect(fault).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'password' });
    expect(fault.message).to.include('It says: “535 5.7.8 Wrong: [redacted]”');
    expect(JSON.stringify({ ...fault, cause: fault.cause, message: fault.message, stack: fault.stack })).not.to.include('wrong-but-secret');
  });

  it('says that the server wants a sign-in', async () => {
    const { port } = await smtp();

    const fault = await faultOf(mailerFor(testServer(port, { username: null, password: null })).send(MAIL));

    expect(about(fault)).to.equal('sign_in_needed at sender, misconfigured');
  });

  it('says that the server knows no sign-in', async () => {
    const { port } = await smtp({ disabledCommands: ['AUTH'] });

    const fault = await faultOf(mailerFor(testServer(port)).send(MAIL));

    expect(about(fault)).to.equal('no_sign_in at sign_in, misconfigured');
  });

  it('tells refusals for good from refusals for now', async () => {
    const { port } = await smtp();
    const mailer = mailerFor(testServer(port));
    const to = (address: string): Mail => ({ ...MAIL, to: { address } });

    const nobody = await faultOf(mailer.send(to('nobody@example.org')));
    const later = await faultOf(mailer.send(to('later@example.org')));
    const sender = await faultOf(mailerFor(testServer(port, { senderAddress: 'stranger@example.org' })).send(MAIL));
    const spam = await faultOf(mailer.send({ ...MAIL, text: 'spam' }));

    expect(about(nobody)).to.equal('recipient_refused at recipient, permanent');
    expect(nobody.message).to.include('It says: “550 No such user here”');
    expect(about(later)).to.equal('busy at recipient, temporary');
    expect(about(sender)).to.equal('sender_refused at sender, misconfigured');
    expect(about(spam)).to.equal('message_refused at message, permanent');
  });

  it('says that nobody listens', async () => {
    const { port, stop } = await startOddServer(() => undefined);
    await stop();

    const fault = await faultOf(mailerFor(testServer(port)).send(MAIL));

    expect(about(fault)).to.equal('connection_refused at connect, temporary');
  });

  it('says that a name is not known', async () => {
    const fault = await faultOf(mailerFor(testServer(25, { host: 'mail.invalid' })).send(MAIL));

    expect(fault.reason).to.be.oneOf(['name_not_found', 'name_server_silent']);
    expect(fault.step).to.equal('resolve');
  });

  for (const host of ['169.254.169.254', 'fd00:ec2::254', '[::ffff:169.254.169.254]']) {
    it(`never connects to ${host}, where clouds keep credentials`, async () => {
      const fault = await faultOf(mailerFor(testServer(25, { host })).send(MAIL));

      expect(about(fault)).to.equal('address_blocked at resolve, misconfigured');
    });
  }

  it('gives up on a server that says nothing, and closes the connection', async () => {
    const silent = await started(startOddServer(() => undefined));

    const fault = await faultOf(mailerFor(testServer(silent.port), SHORT).send(MAIL));

    expect(about(fault)).to.equal('timed_out at greet, temporary');
    await connectionsBecome(silent, 0);
  });

  it('gives up on a server that is always about to answer', async () => {
    const slow = await started(
      startOddServer((socket) => {
        const timer = setInterval(() => socket.write('220-wait\r\n'), 50);
        socket.on('close', () => clearInterval(timer));
      }),
    );

    const fault = await faultOf(mailerFor(testServer(slow.port), SHORT).send(MAIL));

    expect(about(fault)).to.equal('timed_out at greet, temporary');
    await connectionsBecome(slow, 0);
  });

  it('survives a server that hangs up at once or in the middle', async () => {
    const atOnce = await started(startOddServer((socket) => socket.end()));
    const within = await smtp({ onData: (stream) => stream.once('data', () => within.hangUp()) });

    const first = await faultOf(mailerFor(testServer(atOnce.port)).send(MAIL));
    const second = await faultOf(mailerFor(testServer(within.port)).send(MAIL));

    expect(about(first)).to.equal('hung_up at greet, temporary');
    expect(about(second)).to.equal('unanswered at message, temporary');
  });

  it('knows a message that may have arrived from one that cannot have', async () => {
    const silent = await smtp({ onData: (stream) => stream.resume() });
    const refusing = await smtp({ onData: (stream, _session, callback) => stream.resume().on('end', () => callback(new Error('Full'))) });
    const early = await smtp({ onRcptTo: () => early.hangUp() });

    const faults = [];
    for (const { port } of [silent, refusing, early]) faults.push(await faultOf(mailerFor(testServer(port), SHORT).send(MAIL)));

    expect(faults.map((fault) => [fault.reason, mayHaveHappened(fault)])).to.deep.equal([
      ['unanswered', true],
      ['busy', false],
      ['hung_up', false],
    ]);
  });

  for (const [what, line] of [
    ['lines', '220-more\r\n'],
    ['empty lines', '\r\n'],
    ['one endless line', 'x'],
  ] as const) {
    it(`ends a flood of ${what} soon, and others are served meanwhile`, async () => {
      const flood = await started(
        startOddServer((socket) => {
          const chunk = Buffer.from(line.repeat(16_384));
          const pour = (): void => {
            while (!socket.destroyed && socket.write(chunk));
          };
          socket.on('drain', pour);
          pour();
        }),
      );
      const { port, received } = await smtp();

      const flooded = faultOf(mailerFor(testServer(flood.port)).send(MAIL));
      await mailerFor(testServer(port)).send(MAIL);
      const fault = await flooded;

      expect(received).to.have.length(1);
      expect(fault.reason).to.be.oneOf(['flooded', 'not_smtp', 'hung_up']);
      await connectionsBecome(flood, 0);
    });
  }

  it('says that something else answers', async () => {
    const web = await started(startOddServer((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')));

    const fault = await faultOf(mailerFor(testServer(web.port)).send(MAIL));

    expect(about(fault)).to.equal('not_smtp at greet, misconfigured');
  });

  it('stops when its caller gives up, whether it has begun or waits', async () => {
    const silent = await started(startOddServer(() => undefined));
    const mailer = mailerFor(testServer(silent.port));
    const controller = new AbortController();

    const faults = Promise.all([1, 2, 3, 4, 5].map(() => faultOf(mailer.send(MAIL, controller.signal))));
    await connectionsBecome(silent, 3);
    controller.abort();

    expect(new Set((await faults).map(({ reason }) => reason))).to.deep.equal(new Set(['aborted']));
    await connectionsBecome(silent, 0);
  });

  it('is ready only when it is set up, on, and has its password', async () => {
    const ready = await Promise.all(
      [undefined, testServer(25, { enabled: false }), testServer(25, { password: null }), testServer(25)].map((server) =>
        mailerFor(server).isReady(),
      ),
    );

    expect(ready).to.deep.equal([false, false, false, true]);
    expect(about(await faultOf(mailerFor(undefined).send(MAIL)))).to.equal('not_set_up at resolve, misconfigured');
  });
});
