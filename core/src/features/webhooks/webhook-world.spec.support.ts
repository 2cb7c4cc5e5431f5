import type { IncomingMessage, ServerResponse } from 'node:http';
import { createTestDatabase } from '../../platform/db/test-databases.js';
import { createEventBus } from '../../platform/events/event-bus.js';
import { startLocalServer, type Seen } from '../../platform/http-client/__fixtures__/local-server.js';
import { createEmbeddedJobQueue } from '../../platform/jobs/embedded-job-queue.js';
import type { JobQueue } from '../../platform/jobs/job-queue.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { createSpeakers } from '../../platform/words/index.js';
import { startTestHttp } from '../auth/test-http.js';
import { createTestPeople } from '../auth/test-people.js';
import { createAnnouncements } from '../notifications/announcements.js';
import { createNotificationService } from '../notifications/create-notification-service.js';
import { DEFAULT_SETTINGS } from '../settings/index.js';
import { deliverWebhookJob } from './deliver-job.js';
import { createDeliveryLog } from './delivery-log.js';
import { createDeliveryStore } from './delivery-store.js';
import { webhookRoutes } from './routes.js';
import { createWebhookSender } from './send-webhook.js';
import type { Resolve } from './webhook-address.js';
import { createWebhookOutbox } from './webhook-outbox.js';
import { createWebhookService } from './webhook-service.js';
import { createWebhookStore } from './webhook-store.js';

export type Answer = (res: ServerResponse, req: IncomingMessage, seen: Seen) => void;

const ok: Answer = (res) => res.end('thanks');

/** What a receiver got: the JSON of its body and the headers of the signature. */
export interface Got {
  readonly id: string;
  readonly event: string;
  readonly at: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Webhooks with a real database, a real queue, real routes and a real receiver on loopback. */
export async function createWebhookWorld(dialect: 'sqlite' | 'postgres') {
  const test = await createTestDatabase(dialect);
  const { database } = test;
  const state = { clock: Date.now(), answers: [] as Answer[], resolve: undefined as Resolve | undefined };
  const receiver = await startLocalServer((seen, res, req) => (state.answers.shift() ?? ok)(res, req, seen));
  const now = () => new Date(state.clock);
  const people = createTestPeople({ database });
  const redactor = createRedactor();
  const log = createLogger({ level: 'silent', redactor });
  const settings = {
    get: async () => ({ ...DEFAULT_SETTINGS, server: { ...DEFAULT_SETTINGS.server, publicUrl: 'https://books.example/app/' } }),
  };
  const secretBox = createSecretBox({ current: 'k1', keys: new Map([['k1', Buffer.alloc(32, 1)]]) });
  const changed: string[] = [];
  const parts = {
    database,
    webhooks: createWebhookStore({ database, secretBox, redactor, now }),
    deliveries: createDeliveryStore(database, now),
    log: createDeliveryLog(database, now),
    send: createWebhookSender({
      userAgent: 'Lectern/test',
      allowPrivateHosts: [],
      redact: (text) => redactor.redact(text),
      now,
      timeoutMs: 2_000,
      resolve: (host) => (state.resolve ?? (() => Promise.reject(new Error(`nobody knows ${host}`))))(host),
    }),
    settings,
    onChange: (id: string) => void changed.push(id),
    resolve: (host: string) => (state.resolve ?? (() => Promise.reject(new Error(`nobody knows ${host}`))))(host),
    now,
    timeScale: 1,
  };
  const makeQueue = (): JobQueue => {
    const queue = createEmbeddedJobQueue({ database, log, pollMs: 10, leaseMs: 5000, exclusive: true, timeScale: 0.0001, now });
    queue.define(deliverWebhookJob({ ...parts, notifications: { webhookEvent: (...told) => notifications.webhookEvent(...told) } }));
    return queue;
  };
  const jobs = makeQueue();
  const announcements = createAnnouncements();
  const service = createWebhookService({ ...parts, audit: people.audit });
  const outbox = createWebhookOutbox({ ...parts, audit: people.audit, jobs });
  announcements.onAnnounce((tx, announced) => outbox.announce(tx, announced));
  const notifications = createNotificationService({
    jobs,
    events: createEventBus(),
    announcements,
    personalOutbox: { queue: async () => undefined },
    speakers: createSpeakers(),
    now,
  });
  const http = await startTestHttp({ database, people, routes: webhookRoutes({ webhooks: service, outbox }) });
  const admin = { name: 'ada' };

  return {
    ...test,
    state,
    receiver,
    service,
    outbox,
    log: parts.log,
    notifications,
    people,
    http,
    changed,
    admin,
    jobs,
    makeQueue,
    add: (more: { url?: string; events?: string[] | null; enabled?: boolean } = {}) =>
      service.create({ name: 'Home', url: `${receiver.url}/hook`, events: null, enabled: true, ...more }, admin),
    /** An event about an integration. */
    announce: (name = 'Plex') =>
      database.transaction((tx) => notifications.integrationEvent(tx, 'integration_unhealthy', { id: name, name }, 'It is away.')),
    /** Works off what is due now. */
    async run(): Promise<void> {
      const queue = makeQueue();
      await queue.start();
      await queue.idle();
      await queue.stop();
    },
    bodies: () => receiver.seen.map(({ body }) => JSON.parse(Buffer.from(body, 'latin1').toString('utf8')) as Got),
    async dispose(): Promise<void> {
      await http.stop();
      await receiver.close();
      await test.dispose();
    },
  };
}

export type WebhookWorld = Awaited<ReturnType<typeof createWebhookWorld>>;
