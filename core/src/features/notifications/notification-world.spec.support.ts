import { IntegrationError, type NotificationMessage } from '@lectern/plugin-api';
import { v7 as uuid } from 'uuid';
import { createTestDatabase, type TestDatabase } from '../../platform/db/test-databases.js';
import type { Tx } from '../../platform/db/index.js';
import { createEventBus, type LiveEvent } from '../../platform/events/event-bus.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createSpeakers, inEnglish, storedSaid } from '../../platform/words/index.js';
import type { BoundProvider } from '../../plugin-host/plugin-host.js';
import { DEFAULT_SETTINGS } from '../settings/index.js';
import type { RequestRow } from '../lifecycle/request-record.js';
import {
  GRAB,
  IMPORT,
  REFRESH_LIBRARY,
  REMOVE_DOWNLOAD,
  REMOVE_LEFTOVERS,
  SEARCH,
  TELL_HOOKS,
  TELL_IMPORTED,
} from '../lifecycle/request-jobs.js';
import { createRequestTransitions, type RequestTransitions } from '../lifecycle/transitions.js';
import { createAnnouncements, type Announced } from './announcements.js';
import { createNotificationService } from './create-notification-service.js';
import type { DeliveryDeps } from './delivery-job.js';
import { notificationJobs } from './jobs.js';
import type { NotificationService } from './notification-service.js';
import { createDecisionLinks } from '../decision-links/decision-links.js';
import { createPersonalOutbox } from './personal/personal-outbox.js';
import { createPreferences, type PreferencesService } from './personal/preferences.js';
import type { PersonalDeliveryDeps } from './personal/personal-delivery-job.js';
import type { WaysDeps } from './personal/ways.js';

/** A row with its fault in English. */
function inWords<Row extends { readonly error: string | null }>(row: Row): Row {
  return { ...row, error: row.error && inEnglish(storedSaid(row.error)) };
}

/** The fake backend's reactions to the next messages; an empty list accepts. */
export type Behavior = (message: NotificationMessage, signal: AbortSignal) => Promise<void>;

/** A message that reached one person. */
export interface Reached {
  readonly way: string;
  /** The id of the person; for e-mail their address. */
  readonly to: string;
  readonly title: string;
  readonly text: string;
}

/** The ways to people, as functions. */
export interface FakeWays {
  isMailReady: boolean;
  /** People who turned a device on. */
  readonly owners: Set<string>;
  readonly reached: Reached[];
  /** What the next messages meet, whatever their way; nothing accepts. */
  readonly faults: ((signal: AbortSignal) => Promise<void>)[];
}

/** Notifications with a real database and job queue, and a function as backend. */
export interface NotificationWorld extends TestDatabase {
  readonly service: NotificationService;
  readonly transitions: RequestTransitions;
  readonly live: LiveEvent[];
  /** What programs are told. */
  readonly announced: Announced[];
  /** The messages the backend received, with the integration. */
  readonly received: { readonly integrationId: string; readonly message: NotificationMessage }[];
  readonly behaviors: Behavior[];
  readonly host: DeliveryDeps['host'] & { transformed?: (message: NotificationMessage) => NotificationMessage; isReady: boolean };
  readonly ways: FakeWays;
  readonly preferences: PreferencesService;
  clock: Date;
  addUser(name: string, options?: { role?: 'admin' | 'user'; state?: string; email?: string }): Promise<string>;
  /** What sends to people, for specs with their own services. */
  readonly personal: PersonalDeliveryDeps & WaysDeps;
  addBackend(events: readonly string[], options?: { enabled?: boolean }): Promise<string>;
  addRequest(userId: string, status?: 'awaiting_approval' | 'pending'): Promise<RequestRow>;
  tx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** A queue like that of a process. */
  makeQueue(): JobQueue;
  /** To shared backends. */
  deliveries(): Promise<{ id: string; state: string; error: string | null; integrationId: string }[]>;
  /** To single people. */
  personalDeliveries(): Promise<{ userId: string; way: string; state: string; error: string | null }[]>;
  inbox(): Promise<{ userId: string; event: string; title: string; lines: string }[]>;
}

export function faultyOnce(code: IntegrationError['code'], options: { retryAfterMs?: number } = {}): Behavior {
  return () => Promise.reject(new IntegrationError(code, `Refused with ${code}.`, options));
}

function fakeHost(received: NotificationWorld['received'], behaviors: Behavior[]): NotificationWorld['host'] {
  const host: NotificationWorld['host'] = {
    isReady: true,
    provider(_kind: string, integrationId: string) {
      if (!host.isReady) return undefined;
      const notifier = {
        async send(message: NotificationMessage, { signal }: { signal: AbortSignal }) {
          received.push({ integrationId, message });
          await behaviors.shift()?.(message, signal);
        },
      };
      const bound = {
        integrationId,
        pluginId: 'notify-fake',
        name: 'Fake',
        priority: 10,
        call: (
          _what: string,
          fn: (provider: typeof notifier, call: { signal: AbortSignal }) => Promise<unknown>,
          options?: { signal?: AbortSignal },
        ) => fn(notifier, { signal: options?.signal ?? new AbortController().signal }),
      };
      return bound as unknown as BoundProvider<never>;
    },
    hooks: {
      transform: async (_name, payload) => {
        const { message } = payload as { message: NotificationMessage };
        return { ...payload, message: host.transformed?.(message) ?? message };
      },
    },
  };
  return host;
}

function fakeWays(): {
  readonly ways: FakeWays;
  readonly services: Pick<PersonalDeliveryDeps, 'mail' | 'webPush' | 'targets' | 'covers'> & WaysDeps;
} {
  const ways: FakeWays = { isMailReady: true, owners: new Set(), reached: [], faults: [] };
  async function reach(reached: Reached, signal: AbortSignal): Promise<void> {
    ways.reached.push(reached);
    await ways.faults.shift()?.(signal);
  }
  return {
    ways,
    services: {
      mail: {
        isReady: async () => ways.isMailReady,
        send: ({ to, subject, text }, signal = new AbortController().signal) =>
          reach({ way: 'mail', to: to.address, title: subject, text }, signal),
      },
      webPush: {
        owners: async (_sql, ids) => new Set(ids.filter((id) => ways.owners.has(id))),
        async send(userId, { title, body }, { signal }) {
          await reach({ way: 'push', to: userId, title, text: body }, signal);
          return [{ deviceId: 'one', outcome: 'sent' }];
        },
      },
      covers: { ofBook: async () => undefined },
      targets: { find: async () => undefined, send: async () => undefined },
    },
  };
}

export async function createNotificationWorld(dialect: 'sqlite' | 'postgres' = 'sqlite'): Promise<NotificationWorld> {
  const test = await createTestDatabase(dialect);
  const { database } = test;
  const live: LiveEvent[] = [];
  const received: NotificationWorld['received'] = [];
  const behaviors: Behavior[] = [];
  const host = fakeHost(received, behaviors);
  const events = createEventBus();
  events.subscribe((event) => live.push(event));
  const log = createLogger({ level: 'silent', redactor: createRedactor() });
  const now = () => world.clock;
  const settings = {
    get: async () => ({ ...DEFAULT_SETTINGS, server: { ...DEFAULT_SETTINGS.server, publicUrl: 'https://books.example/app/' } }),
  };

  const { ways, services } = fakeWays();
  const speakers = createSpeakers();
  const personal = { database, decisionLinks: createDecisionLinks({ database, now }), host, settings, ...services, speakers, now };

  function makeQueue(): JobQueue {
    const queue = createEmbeddedJobQueue({ database, log, pollMs: 10, leaseMs: 5000, exclusive: true, timeScale: 0.0001 });
    for (const definition of notificationJobs({ ...personal, jobs: queue, addedSince: async () => [] })) queue.define(definition);
    for (const { name } of [SEARCH, GRAB, IMPORT, REFRESH_LIBRARY, REMOVE_DOWNLOAD, REMOVE_LEFTOVERS, TELL_HOOKS, TELL_IMPORTED])
      queue.define({ name, title: name, run: async () => undefined });
    return queue;
  }

  // only enqueues; specs start their own queues
  const jobs = makeQueue();
  const announced: Announced[] = [];
  const announcements = createAnnouncements();
  announcements.onAnnounce(async (_tx, one) => void announced.push(one));
  const personalOutbox = createPersonalOutbox({ ...services, jobs, now });
  const service = createNotificationService({ jobs, events, announcements, personalOutbox, speakers, now });
  const transitions = createRequestTransitions({ jobs, notifications: service, now });

  const world: NotificationWorld = {
    ...test,
    service,
    transitions,
    live,
    announced,
    received,
    behaviors,
    host,
    ways,
    preferences: createPreferences({ database, ...services, host: { plugin: () => undefined }, jobs, now }),
    personal,
    clock: new Date(),
    tx: (work) => database.transaction(work),
    makeQueue,
    async addUser(name, { role = 'user', state = 'active', email } = {}) {
      const id = uuid();
      const at = world.clock.toISOString();
      await world.tx((tx) =>
        tx.insert('users', {
          id,
          username: name,
          displayName: `${name} A.`,
          role,
          state,
          email,
          libraryIdentity: `local-${name}`,
          createdAt: at,
          updatedAt: at,
        }),
      );
      return id;
    },
    async addBackend(subscriptions, { enabled = true } = {}) {
      const id = uuid();
      const at = world.clock.toISOString();
      await world.tx((tx) =>
        tx.insert('integrations', {
          id,
          pluginId: 'notify-fake',
          name: 'Fake',
          enabled,
          priority: 10,
          settings: '{}',
          pluginVersion: '1.0.0',
          pathMappings: '[]',
          subscriptions: JSON.stringify(subscriptions),
          createdAt: at,
          updatedAt: at,
        }),
      );
      return id;
    },
    addRequest: (userId, status = 'pending') =>
      world.tx((tx) =>
        transitions.create(tx, {
          userId,
          asin: 'B017V4IM1G',
          region: 'us',
          type: 'audiobook',
          title: 'Dune {user}',
          author: 'Frank Herbert',
          origin: 'manual',
          status,
          message: 'Asked.',
          reason: null,
        }),
      ),
    deliveries: async () => {
      const rows = await database.read.all<Awaited<ReturnType<NotificationWorld['deliveries']>>[number]>(
        'SELECT id, state, error, integration_id FROM notification_deliveries WHERE user_id IS NULL ORDER BY id',
      );
      return rows.map(inWords);
    },
    personalDeliveries: async () => {
      const rows = await database.read.all<Awaited<ReturnType<NotificationWorld['personalDeliveries']>>[number]>(
        'SELECT user_id, integration_id AS way, state, error FROM notification_deliveries WHERE user_id IS NOT NULL ORDER BY id',
      );
      return rows.map(inWords);
    },
    inbox: () => database.read.all('SELECT user_id, event, title, lines FROM notifications ORDER BY id'),
  };
  return world;
}
