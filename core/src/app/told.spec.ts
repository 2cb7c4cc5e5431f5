import { createHmac, randomUUID } from 'node:crypto';
import { formatMessage } from '@lectern/messages';
import { loadServerWords } from '@lectern/messages/server';
import { expect } from 'chai';
import { NOTIFICATION_EVENTS, type NotificationEvent, type Recipient } from '../features/notifications/notification-events.js';
import type { NotificationService } from '../features/notifications/notification-service.js';
import { findRequest } from '../features/lifecycle/request-store.js';
import type { Tx } from '../platform/db/index.js';
import { createToldWorld, type Arrived, type ToldPerson, type ToldWorld } from './told-world.spec.support.js';

const BOOK = { asin: 'B00TOLD001', title: 'Die Bücher & <b>das</b> Licht', author: 'Zoë O’Hara' };
const ALL: readonly NotificationEvent[] = NOTIFICATION_EVENTS;
const ANNOUNCED = ALL.filter(({ hidden }) => hidden !== true);
type Id<K extends keyof NotificationService> = Parameters<NotificationService[K]>[1];

/** Who is told of an event: the person whose request, report or followed series it is about, and the admins. */
const told = ({ recipients }: NotificationEvent): ('ada' | 'anna')[] => [
  ...(recipients.includes('admins') ? (['ada'] as const) : []),
  ...(recipients.some((one) => one !== 'admins') ? (['anna'] as const) : []),
];

describe('every event there is', () => {
  let world: ToldWorld;
  let requestId: string;

  /** Announces an event as its feature does, once for each kind of recipient that excludes another. An event of no known family fails here. */
  async function announce(tx: Tx, { id, recipients }: NotificationEvent): Promise<void> {
    const { services, people } = world;
    const { notifications } = services;
    const [family = ''] = id.split('_');
    const report = { id: randomUUID(), userId: people.anna.id, ...BOOK };
    const ways: Readonly<Record<string, () => Promise<void>>> = {
      async request() {
        const request = await findRequest(tx, requestId);
        if (request) await notifications.requestEvent(tx, id as Id<'requestEvent'>, request, '');
      },
      async issue() {
        for (const recipient of recipients) {
          const tells = recipient === 'admins' ? 'admins' : 'reporter';
          const { id: userId, name } = tells === 'admins' ? people.anna : people.ada;
          const writer = { userId, username: name, displayName: name };
          const news = { report, occasion: randomUUID(), coverUrl: undefined, writer, words: '', tells } as const;
          await notifications.reportEvent(tx, id as Id<'reportEvent'>, news);
        }
      },
      followed: () =>
        notifications.followEvent(tx, id as Id<'followEvent'>, {
          userId: people.anna.id,
          kind: 'author',
          name: BOOK.author,
          book: { asin: BOOK.asin, title: BOOK.title, authors: [{ name: BOOK.author }], narrators: [] } as never,
          comesOut: undefined,
        }),
      user: () => notifications.userEvent(tx, id as Id<'userEvent'>, { id: randomUUID(), name: 'Newcomer' }),
      integration: () => notifications.integrationEvent(tx, id as Id<'integrationEvent'>, { id: randomUUID(), name: 'Plex' }, ''),
      webhook: () => notifications.webhookEvent(tx, id as Id<'webhookEvent'>, { id: randomUUID(), name: 'Garden' }),
    };
    const way = ways[family];
    if (!way) throw new Error(`No spec announces ${id}: add its family here.`);
    await way();
  }

  before(async () => {
    world = await createToldWorld();
    await world.connectShared(ANNOUNCED.map(({ id }) => id));
    const { database } = world.services;
    requestId = randomUUID();
    const at = new Date().toISOString();
    await database.transaction((tx) =>
      tx.insert('requests', {
        id: requestId,
        userId: world.people.anna.id,
        asin: BOOK.asin,
        region: 'us',
        type: 'audiobook',
        title: BOOK.title,
        author: BOOK.author,
        status: 'awaiting_approval',
        statusGroup: 'waiting',
        version: 1,
        statusSince: at,
        origin: 'manual',
        createdAt: at,
        updatedAt: at,
      }),
    );
    for (const event of ANNOUNCED) await database.transaction((tx) => announce(tx, event));
    await world.settled();
  });
  after(() => world?.close());

  /** The headline in a language, from what translators wrote. */
  async function headline({ id, headline: english }: NotificationEvent, language: 'en' | 'de' | 'fr', writer: string): Promise<string> {
    const words: Readonly<Record<string, string>> = language === 'en' ? {} : await loadServerWords(language);
    const name = { integration: 'Plex', webhook: 'Garden' }[id.split('_')[0] ?? ''] ?? BOOK.author;
    const values = { book: BOOK.title, author: BOOK.author, user: id === 'user_pending' ? 'Newcomer' : writer, name };
    const text = formatMessage(words[`notice.${id}.headline`] ?? english, values, language);
    if (language !== 'en') expect(words, `${id} in ${language}`).to.have.property(`notice.${id}.headline`);
    return text;
  }

  /** The path of the page that a message leads to. */
  function pathOf({ id }: NotificationEvent, to: Recipient): string {
    const pages: Readonly<Record<string, string>> = {
      request: `/requests/${requestId}`,
      issue: to === 'admins' ? '/admin/reports/' : '/reports/',
      followed: `/book/${BOOK.asin}`,
      user: '/admin/users',
      integration: '/admin/integrations',
      webhook: '/admin/webhooks',
    };
    return pages[id.split('_')[0] ?? ''] ?? 'nowhere';
  }

  const isAboutBook = ({ headline: words }: NotificationEvent) => words.includes('{book}');
  /** Without what JSON, HTML, Markdown and the spaces of French add to a text. */
  const plain = (text: string): string =>
    text.replaceAll('\\', '').replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll(/\s+/g, ' ');

  function expectOne(arrived: readonly Arrived[], title: string, wanted: readonly string[], what: string, count = 1): void {
    const found = arrived.filter((one) => plain(one.title) === plain(title));
    expect(found.length, `${what}: “${title}” among ${JSON.stringify(arrived.map((one) => one.title))}`).to.equal(count);
    for (const part of wanted) expect(plain(found.map(({ text }) => text).join('\n')), what).to.include(plain(part));
  }

  for (const event of ANNOUNCED) {
    const book = isAboutBook(event) ? [BOOK.title] : [];
    // told of separately, so that nobody hears of their own words
    const times = event.id.startsWith('issue_') ? event.recipients.length : 1;

    for (const name of told(event)) {
      it(`reaches its people: ${event.id} comes to ${name === 'ada' ? 'an admin' : 'a reader'} by every way, in their language`, async () => {
        const person: ToldPerson = world.people[name];
        const title = await headline(event, person.language, name === 'ada' ? 'anna' : 'ada');
        const path = pathOf(event, name === 'ada' ? 'admins' : 'requester');
        const own = world.own(name);

        for (const [way, arrived] of Object.entries(own)) {
          const link = way === 'push' ? path : `https://books.example${path}`;
          expectOne(arrived, title, [link, ...book], way);
        }
        const { items } = await person.api<{ items: { title: string; lines: string[]; path: string; event: string }[] }>(
          'GET',
          '/api/notifications?limit=100',
        );
        const inApp = items.filter((item) => item.event === event.id);
        expect(
          inApp.map((item) => item.title),
          'in the app',
        ).to.deep.equal([title]);
        expect(inApp[0]?.path).to.include(path);
      });
    }

    it(`reaches its channels: ${event.id} comes to everything that is shared, with its page`, async () => {
      const title = await headline(event, 'en', 'anna');
      const path = pathOf(event, told(event).includes('ada') && event.id.startsWith('issue_') ? 'admins' : 'requester');

      for (const [channel, arrived] of Object.entries(world.shared())) {
        expectOne(arrived, title, [`https://books.example${path}`, ...book], channel, event.id === 'issue_answered' ? times : 1);
        for (const { text } of arrived) expect(text, 'nobody decides from a channel').not.to.include('/decide#');
      }
    });

    it(`reaches programs: ${event.id} comes to a webhook, signed`, () => {
      const key = Buffer.from(world.hook.secret.replace('whsec_', ''), 'base64');
      const got = world.hook.events.filter(({ raw }) => (JSON.parse(raw) as { event: string }).event === event.id);

      expect(got).to.have.length(event.id === 'issue_answered' ? times : 1);
      for (const { headers, raw } of got) {
        const body = JSON.parse(raw) as { id: string; data: { title: string; link: string; book?: { title: string } } };
        const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${raw}`;
        expect(headers['webhook-signature']).to.equal(`v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
        expect(headers['webhook-id']).to.equal(body.id);
        expect(body.data.link).to.match(/^https:\/\/books\.example\/./);
        if (isAboutBook(event)) expect(body.data.book?.title).to.equal(BOOK.title);
      }
    });
  }

  it('that waits for a decision brings its links to admins alone, and never by push', () => {
    const links = (name: 'ada' | 'anna') =>
      Object.entries(world.own(name)).filter(([, arrived]) => arrived.some(({ text }) => text.includes('/decide#token=')));

    expect(links('ada').map(([way]) => way)).to.have.members(['mail', 'ntfy', 'gotify']);
    expect(links('anna')).to.deep.equal([]);
  });

  it('comes to nobody whom it is not for', () => {
    for (const name of ['ada', 'anna'] as const) {
      const count = ANNOUNCED.filter((event) => told(event).includes(name)).length;
      for (const [way, arrived] of Object.entries(world.own(name))) expect(arrived, `${name} by ${way}`).to.have.length(count);
    }
  });

  it('and is not announced is the weekly summary, which goes by mail to whoever wants it', () => {
    expect(ALL.filter(({ hidden }) => hidden === true).map(({ id }) => id)).to.deep.equal(['digest']);
  });
});
