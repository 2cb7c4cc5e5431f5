import type { AddressInfo } from 'node:net';
import { formatMessage, languageOf, type LanguageTag } from '@lectern/messages';
import { loadServerWords } from '@lectern/messages/server';
import { startWebPushSimulator, type SimulatedBrowser, type WebPushSimulator } from '@lectern/simulators';
import { expect } from 'chai';
import { SMTPServer } from 'smtp-server';
import { bearer, startBareServer, type BareServer, type OpenSession } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { readMail, type ReadMail } from '../read-mail.spec.support.js';

const SPEC = { name: 'spec' };
const ADDRESS = 'ada@example.org';
/** What `insertRequest` puts into the database. */
const BOOK = { book: 'A Walk', author: 'A. Walker' };

async function startMailServer() {
  const received: { readonly to: readonly string[]; readonly mail: ReadMail }[] = [];
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        received.push({ to: envelope.rcptTo.map(({ address }) => address), mail: readMail(Buffer.concat(chunks).toString('utf8')) });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return { received, port, close: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

describe('somebody who changes their language', () => {
  let mail: Awaited<ReturnType<typeof startMailServer>>;
  let push: WebPushSimulator;
  let server: BareServer;
  let admin: OpenSession;
  let ada: OpenSession;
  let browser: SimulatedBrowser;

  async function ask<T>(session: OpenSession, method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(`${server.url}${path}`, {
      method,
      // their browser stays as it is: what they chose counts
      headers: { ...bearer(session), 'content-type': 'application/json', 'accept-language': 'fr' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    expect(response.ok, `${method} ${path}: ${response.status} ${await response.clone().text()}`).to.equal(true);
    return (response.status === 204 ? undefined : await response.json()) as T;
  }

  before(async () => {
    [mail, push] = [await startMailServer(), await startWebPushSimulator()];
    server = await startBareServer({
      LECTERN_ROLE: 'all',
      LECTERN_TIME_SCALE: '0.001',
      LECTERN_UPDATE_CHECK: 'false',
      LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      LECTERN_STAND_INS: `${push.origin}=${push.url}`,
    });
    await server.app.ready;
    const { users, settings } = server.app.services;
    await settings.update({ setup: { completedAt: new Date().toISOString() }, server: { publicUrl: 'https://books.example' } }, SPEC);
    admin = await server.session(await server.createUser('root', 'admin'));
    ada = await server.session(await server.createUser('ada'));
    await users.update(ada.userId, { email: ADDRESS }, SPEC);
    const access = { host: '127.0.0.1', port: mail.port, security: 'none', allowSelfSigned: false, username: null, password: null };
    await ask(admin, 'PUT', '/api/admin/mail', {
      ...access,
      enabled: true,
      senderAddress: 'books@example.org',
      senderName: 'Lectern',
    });
    browser = push.subscribe((await ask<{ publicKey: string }>(ada, 'GET', '/api/web-push/key')).publicKey);
    await ask(ada, 'POST', '/api/web-push/subscriptions', browser.subscription);
    await ask(ada, 'PATCH', '/api/notifications/preferences', { wants: { request_denied: { push: true, mail: true } } });
  });
  after(async () => {
    await server?.stop();
    await Promise.all([mail, push].map((one) => one?.close()));
  });

  /** Denies a request of theirs, and waits for what they get of it. */
  async function denied(): Promise<{ mail: ReadMail; pushed: { title: string; body: string } }> {
    const [mails, messages] = [mail.received.length, browser.messages.length];
    const id = await server.insertRequest(ada.userId);
    await ask(admin, 'POST', `/api/admin/requests/${id}/deny`, { reason: 'x' });
    await becomes(async () => mail.received.length - mails, 1, 'mails that came');
    await becomes(async () => browser.messages.length - messages, 1, 'messages that came to the device');
    const last = mail.received.at(-1);
    expect(last?.to).to.deep.equal([ADDRESS]);
    return { mail: last?.mail as ReadMail, pushed: JSON.parse(browser.messages.at(-1)?.text ?? '{}') as { title: string; body: string } };
  }

  /** What translators wrote, with names that keep their direction within it. */
  async function words(language: LanguageTag, part: 'headline' | 'text'): Promise<string> {
    const all: Readonly<Record<string, string>> = await loadServerWords(language);
    return formatMessage(all[`notice.request_denied.${part}`] ?? '', BOOK, language);
  }

  async function expectIn(language: LanguageTag): Promise<void> {
    const { mail: got, pushed } = await denied();
    const [headline, text] = [await words(language, 'headline'), await words(language, 'text')];
    const { direction } = languageOf(language);

    expect(headline).to.include(BOOK.book);
    expect(got.subject).to.equal(headline);
    expect(got.text).to.include(headline).and.include(text);
    expect(got.html)
      .to.match(new RegExp(`<html[^>]* lang="${language}"`))
      .and.match(new RegExp(`<html[^>]* dir="${direction}"`));
    expect(got.html).to.include(headline).and.include(text);
    expect(pushed.title).to.equal(headline);
    expect(pushed.body).to.include(text);
  }

  it('is told in English by mail and on their device before', async () => {
    await ask(ada, 'PATCH', '/api/user/profile', { locale: 'en' });

    await expectIn('en');
  });

  it('is told in German of the next event', async () => {
    const { user } = await ask<{ user: { locale?: string } }>(ada, 'PATCH', '/api/user/profile', { locale: 'de' });

    expect(user.locale).to.equal('de');
    await expectIn('de');
  });

  it('is told in Arabic, from right to left, after that', async () => {
    await ask(ada, 'PATCH', '/api/user/profile', { locale: 'ar' });

    await expectIn('ar');
    expect(mail.received.at(-1)?.mail.text).to.include('«\u2068A Walk\u2069»');
    expect(languageOf('ar').direction).to.equal('rtl');
  });
});
