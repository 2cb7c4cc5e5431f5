import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startDiscordSimulator,
  startGotifySimulator,
  startNtfySimulator,
  startPushoverSimulator,
  startWebPushSimulator,
} from '@lectern/simulators';
import { startApp } from '../app.js';
import { startTestSmtp, TEST_MAIL_PASSWORD, testServer } from '../features/mail/smtp-world.spec.support.js';
import { loadConfig } from '../platform/config/config.js';

const SPEC = { name: 'spec' };
const NTFY_TOKEN = 'tk_abcdefghijklmnopqrstuvwxyz012';

/** A message at its target, as text: everything of it that a reader sees or taps. */
export interface Arrived {
  readonly title: string;
  readonly text: string;
}

/** A person with every way to them. */
export interface ToldPerson {
  readonly id: string;
  readonly name: string;
  readonly language: 'de' | 'fr';
  readonly role: 'admin' | 'user';
  readonly targetIds: readonly string[];
  /** Asks the server as this person. @throws unless the answer is a success */
  api<T>(method: string, path: string, body?: object): Promise<T>;
}

/** An event as a webhook got it. */
export interface GotEvent {
  readonly headers: IncomingHttpHeaders;
  readonly raw: string;
}

const decoded = {
  q: (text: string) =>
    Buffer.from(
      text.replace(/=\r?\n/g, '').replace(/=([0-9A-F]{2})/gi, (_all, hex: string) => String.fromCharCode(parseInt(hex, 16))),
      'latin1',
    ).toString('utf8'),
  b: (text: string) => Buffer.from(text, 'base64').toString('utf8'),
};

/** The subject and all readable parts of a mail. */
function readMail(raw: string): Arrived {
  const [head = ''] = raw.split('\r\n\r\n', 1);
  const subject = /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(head)?.[1] ?? '';
  const title = subject
    .replace(/\r\n[ \t]+/g, ' ')
    .replace(/(\?=) (?==\?)/g, '$1')
    .replace(/=\?utf-8\?([qb])\?(.*?)\?=/gi, (_all, kind: string, text: string) =>
      kind.toLowerCase() === 'b' ? decoded.b(text) : decoded.q(text.replaceAll('_', ' ')),
    );
  const parts = raw.split(/^--[^\r\n]+$/m).map((part) => {
    const [headers = '', ...rest] = part.trimStart().split('\r\n\r\n');
    const body = rest.join('\r\n\r\n');
    if (/transfer-encoding: base64/i.test(headers)) return decoded.b(body);
    return /transfer-encoding: quoted-printable/i.test(headers) ? decoded.q(body) : body;
  });
  return { title, text: parts.join('\n') };
}

async function startReceiver() {
  const events: GotEvent[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      events.push({ headers: request.headers, raw: Buffer.concat(chunks).toString() });
      response.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
  return { events, url, close: () => new Promise((resolve) => server.close(resolve)) };
}

/** One server with every kind of target there is, real or simulated, and two people whom everything may reach. */
export async function createToldWorld() {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-told-'));
  const [discord, pushover, ntfy, push, smtp, hook] = [
    await startDiscordSimulator(),
    await startPushoverSimulator(),
    await startNtfySimulator({ token: NTFY_TOKEN }),
    await startWebPushSimulator(),
    await startTestSmtp(),
    await startReceiver(),
  ];
  const gotify = { shared: await startGotifySimulator(), anna: await startGotifySimulator(), ada: await startGotifySimulator() };
  const env = {
    LECTERN_DATA: dir,
    LECTERN_HOST: '127.0.0.1',
    LECTERN_PORT: '0',
    LECTERN_LOG_LEVEL: 'silent',
    LECTERN_TIME_SCALE: '0.001',
    LECTERN_UPDATE_CHECK: 'false',
    LECTERN_PLUGIN_REGISTRY: 'http://127.0.0.1:9/',
    LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
    LECTERN_STAND_INS: `${push.origin}=${push.url}`,
  };
  const app = await startApp(loadConfig(env), { validateResponses: true, passwordCost: 4 });
  const { services } = app;

  async function addPerson(name: 'anna' | 'ada', language: 'de' | 'fr', role: 'admin' | 'user'): Promise<Omit<ToldPerson, 'targetIds'>> {
    const account = { username: name, password: 'correct horse battery', role, email: `${name}@example.org` };
    const { id } = await services.users.create(account, SPEC);
    await services.users.update(id, { locale: language }, SPEC);
    const { accessToken } = await services.auth.openSession(id, { address: '127.0.0.1', userAgent: 'spec' });
    return {
      id,
      name,
      language,
      role,
      async api<T>(method: string, path: string, body?: object): Promise<T> {
        const response = await fetch(`${app.url}${path}`, {
          method,
          headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json', 'accept-language': language },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        });
        if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
        return (response.status === 204 ? undefined : await response.json()) as T;
      },
    };
  }

  /** Gives a person a device and targets of their own, and has everything sent by all of their ways. */
  async function reachable(person: Omit<ToldPerson, 'targetIds'>, own: typeof gotify.anna) {
    const browser = push.subscribe((await services.webPushKeys()).publicKey);
    await person.api('POST', '/api/web-push/subscriptions', browser.subscription);
    const targets = [
      { pluginId: 'notify-ntfy', name: 'ntfy', settings: { serverUrl: ntfy.url, topic: person.name, token: NTFY_TOKEN } },
      { pluginId: 'notify-gotify', name: 'Gotify', settings: { serverUrl: own.url, token: own.token } },
    ];
    const targetIds: string[] = [];
    for (const target of targets) targetIds.push((await person.api<{ id: string }>('POST', '/api/notifications/targets', target)).id);
    const { events } = await person.api<{ events: { id: string }[] }>('GET', '/api/notifications/preferences');
    const ways = Object.fromEntries(['push', 'mail', ...targetIds].map((way) => [way, true]));
    await person.api('PATCH', '/api/notifications/preferences', { wants: Object.fromEntries(events.map(({ id }) => [id, ways])) });
    return { person: { ...person, targetIds }, browser };
  }

  const [ada, anna] = [await addPerson('ada', 'fr', 'admin'), await addPerson('anna', 'de', 'user')];
  await services.settings.update(
    { setup: { completedAt: new Date().toISOString() }, server: { publicUrl: 'https://books.example' } },
    SPEC,
  );
  await app.ready;
  await ada.api('PUT', '/api/admin/mail', { ...testServer(smtp.port), password: TEST_MAIL_PASSWORD });

  /** Connects what is shared. @param events what each of them announces */
  async function connectShared(events: readonly string[]): Promise<void> {
    const backends = [
      { pluginId: 'notify-discord', name: 'Discord', settings: { webhookUrl: discord.webhookUrl, allowOtherHost: true } },
      {
        pluginId: 'notify-pushover',
        name: 'Pushover',
        settings: { token: pushover.token, userKey: pushover.user, apiUrl: pushover.url },
      },
      { pluginId: 'notify-ntfy', name: 'ntfy', settings: { serverUrl: ntfy.url, topic: 'shared', token: NTFY_TOKEN } },
      { pluginId: 'notify-gotify', name: 'Gotify', settings: { serverUrl: gotify.shared.url, token: gotify.shared.token } },
    ];
    for (const backend of backends) {
      const { integration } = await ada.api<{ integration: { id: string } }>('POST', '/api/admin/integrations', backend);
      await ada.api('PUT', `/api/admin/notifications/subscriptions/${integration.id}`, { events });
    }
  }
  const { secret } = await ada.api<{ secret: string }>('POST', '/api/admin/webhooks', {
    name: 'Home',
    url: hook.url,
    events: null,
    enabled: true,
  });
  const people = { ada: await reachable(ada, gotify.ada), anna: await reachable(anna, gotify.anna) };

  const seen = (message: object, title: unknown): Arrived => ({ title: String(title), text: JSON.stringify(message) });
  const ofTopic = (topic: string) => ntfy.messages.filter((one) => one['topic'] === topic).map((one) => seen(one, one['title']));

  return {
    services,
    people: { ada: people.ada.person, anna: people.anna.person },
    hook: { events: hook.events, secret },
    connectShared,
    /** What arrived at what is shared. */
    shared: () => ({
      discord: discord.messages.map((one) => seen(one, one.embeds?.[0]?.title)),
      pushover: pushover.messages.map((one) => seen(one, one.fields['title'])),
      ntfy: ofTopic('shared'),
      gotify: gotify.shared.messages.map((one) => seen(one, one['title'])),
    }),
    /** What arrived at a person. */
    own: (name: 'ada' | 'anna') => ({
      push: people[name].browser.messages.map(({ text }) =>
        seen(JSON.parse(text) as object, (JSON.parse(text) as { title: string }).title),
      ),
      mail: smtp.received.filter(({ to }) => to.includes(`${name}@example.org`)).map(({ raw }) => readMail(raw)),
      ntfy: ofTopic(name),
      gotify: gotify[name].messages.map((one) => seen(one, one['title'])),
    }),
    /** Waits until nothing is on its way any more. */
    async settled(): Promise<void> {
      const waiting = () =>
        services.database.read.all<{ id: string }>(
          `SELECT id FROM notification_deliveries WHERE state IN ('queued', 'sending') UNION SELECT id FROM webhook_deliveries WHERE state = 'queued'`,
        );
      while ((await waiting()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50));
    },
    async close(): Promise<void> {
      await app.stop();
      await Promise.all([discord, pushover, ntfy, push, hook, ...Object.values(gotify)].map((one) => one.close()));
      await smtp.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

export type ToldWorld = Awaited<ReturnType<typeof createToldWorld>>;
