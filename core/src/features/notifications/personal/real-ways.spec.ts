import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  startGotifySimulator,
  startNtfySimulator,
  startWebPushSimulator,
  type GotifySimulator,
  type NtfySimulator,
  type WebPushSimulator,
} from '@lectern/simulators';
import { expect } from 'chai';
import { CORE_DIR } from '../../../platform/config/core-dir.js';
import { hasPostgres } from '../../../platform/db/test-databases.js';
import { SERVICE_DIALECTS } from '../../../platform/db/test-dialects.js';
import { createEventBus } from '../../../platform/events/event-bus.js';
import { createPluginHttp } from '../../../platform/http-client/plugin-http.js';
import { createEmbeddedJobQueue } from '../../../platform/jobs/embedded-job-queue.js';
import type { JobQueue } from '../../../platform/jobs/job-queue.js';
import { createLogger } from '../../../platform/logging/logger.js';
import { createRedactor } from '../../../platform/logging/redactor.js';
import { reseal } from '../../../platform/security/reseal.js';
import { createSecretBox } from '../../../platform/security/secret-box.js';
import { createSpeakers } from '../../../platform/words/index.js';
import { createMemoryStore, createPluginHost, type PluginHost } from '../../../plugin-host/index.js';
import { createAuditService } from '../../audit/index.js';
import { createEndedSessions } from '../../auth/session-check.js';
import { startTestHttp, type TestClient, type TestHttp } from '../../auth/test-http.js';
import { createMailer } from '../../mail/index.js';
import { startTestSmtp, testServer, type TestSmtp } from '../../mail/smtp-world.spec.support.js';
import { DEFAULT_SETTINGS } from '../../settings/index.js';
import { createDeviceStore } from '../../web-push/device-store.js';
import { createServerKeys } from '../../web-push/server-keys.js';
import { createWebPushService } from '../../web-push/web-push-service.js';
import { createAnnouncements } from '../announcements.js';
import { createNotificationService } from '../create-notification-service.js';
import * as entities from '../entities.js';
import { notifications as feature } from '../feature.js';
import { notificationJobs } from '../jobs.js';
import { createNotificationWorld, type NotificationWorld } from '../notification-world.spec.support.js';
import { createPersonalOutbox } from './personal-outbox.js';
import { preferenceRoutes } from './preference-routes.js';
import { forgetDeletedPeople } from './preference-store.js';
import { createPreferences, type Preferences } from './preferences.js';
import { targetRoutes } from './target-routes.js';
import { createTargetRunner } from './target-runner.js';
import { createTargetService, MOST_TARGETS, type ShownTarget } from './target-service.js';
import { createDecisionLinks } from '../../decision-links/decision-links.js';
import { createTargetStore } from './target-store.js';
import { createWayTests } from './way-tests.js';

const PREFERENCES = '/api/notifications/preferences';
const TARGETS = '/api/notifications/targets';
const TOPIC = 'annas-books';
const TOKEN = 'tk_abcdefghijklmnopqrstuvwxyz012';
/** The first bytes of a PNG. */
const PICTURE = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
const GOTIFY_TOKEN = 'A-gotify-token';
const boxOf = (id: string) => createSecretBox({ current: id, keys: new Map([[id, Buffer.alloc(32, id)]]) });

for (const dialect of SERVICE_DIALECTS) {
  describe(`real ways to people on ${dialect}`, () => {
    let world: NotificationWorld;
    let dataDir: string;
    let ntfy: NtfySimulator;
    let gotify: GotifySimulator;
    let smtp: TestSmtp;
    let push: WebPushSimulator;
    let host: PluginHost;
    let http: TestHttp;
    let queue: JobQueue;
    let service: ReturnType<typeof createNotificationService>;
    let webPushKeys: ReturnType<typeof createServerKeys>;
    let devices: ReturnType<typeof createDeviceStore>;
    let anna: TestClient;
    let annaId: string;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      world = await createNotificationWorld(dialect);
      dataDir = await mkdtemp(join(tmpdir(), 'personal-'));
      [ntfy, gotify] = [await startNtfySimulator({ token: TOKEN }), await startGotifySimulator({ token: GOTIFY_TOKEN })];
      [smtp, push] = [await startTestSmtp(), await startWebPushSimulator()];
      await assemble();
    });
    after(async () => {
      await queue?.stop();
      await http?.stop();
      await host?.stopAll('shutdown');
      await Promise.all([ntfy, gotify, push].map((one) => one?.close()));
      await smtp?.stop();
      await world?.dispose();
      if (dataDir) await rm(dataDir, { recursive: true, force: true });
    });

    async function assemble(): Promise<void> {
      const { database } = world;
      const now = () => new Date();
      const redactor = createRedactor();
      const redact = (text: string) => redactor.redact(text);
      const log = createLogger({ level: 'silent', redactor });
      const secretBox = boxOf('k1');
      // the household's own ntfy is made known by an admin; Gotify is not
      const allowPrivateHosts = [`127.0.0.1:${ntfy.port}`, `127.0.0.1:${push.port}`];
      host = createPluginHost({
        integrations: { list: async () => [] },
        storage: createMemoryStore(),
        logger: log,
        redactor,
        dataDir,
        pluginRoots: [CORE_DIR],
        userAgent: 'Lectern/spec',
        allowPrivateHosts,
      });
      await host.load();
      const settings = {
        get: async () => ({ ...DEFAULT_SETTINGS, server: { ...DEFAULT_SETTINGS.server, publicUrl: 'https://books.example/app' } }),
      };
      const mail = createMailer({
        store: { get: async () => testServer(smtp.port) },
        settings,
        allowPrivateHosts: ['127.0.0.1'],
        redact,
        now,
      });
      const shared = { database, secretBox, log, now };
      webPushKeys = createServerKeys(shared);
      devices = createDeviceStore({ ...shared, endedSessions: createEndedSessions(database) });
      const webPush = createWebPushService({
        devices,
        serverKeys: webPushKeys,
        http: createPluginHttp({
          userAgent: 'Lectern/spec',
          allowedHosts: () => 'any-public',
          allowPrivateHosts,
          standIns: { [push.origin]: push.url },
          redact,
        }),
        publicUrl: async () => 'https://books.example/app',
        now,
      });
      const store = createTargetStore({ database, secretBox, redactor, log, now });
      const targets = createTargetRunner({ store, host });
      queue = createEmbeddedJobQueue({ database, log, pollMs: 10, leaseMs: 5000, exclusive: true, timeScale: 0.0001 });
      const decisionLinks = createDecisionLinks({ database, now });
      const speakers = createSpeakers();
      const covers = { ofBook: async () => ({ bytes: PICTURE, contentType: 'image/png' }) };
      const sending = {
        speakers,
        database,
        covers,
        decisionLinks,
        host,
        settings,
        mail,
        webPush,
        targets,
        jobs: queue,
        addedSince: async () => [],
        now,
      };
      for (const definition of notificationJobs(sending)) queue.define(definition);
      const personalOutbox = createPersonalOutbox({ mail, webPush, jobs: queue, now });
      service = createNotificationService({
        jobs: queue,
        events: createEventBus(),
        announcements: createAnnouncements(),
        personalOutbox,
        speakers,
        now,
      });
      const tests = createWayTests({ ...sending, redact });
      const preferences = createPreferences({ database, host, mail, webPush, jobs: queue, now });
      const audit = createAuditService({ database, now });
      const own = createTargetService({ database, store, host, audit, now });
      http = await startTestHttp({
        database,
        owning: [feature],
        routes: [...preferenceRoutes({ preferences, tests }), ...targetRoutes({ targets: own, tests })],
      });
      const user = await http.createUser('anna');
      annaId = user.id;
      anna = await http.as(user);
      await world.tx((tx) => tx.run('UPDATE users SET email = ? WHERE id = ?', ['anna@example.org', annaId]));
      await queue.start();
    }

    async function add(
      settings: object = { serverUrl: ntfy.url, topic: TOPIC, token: TOKEN },
      pluginId = 'notify-ntfy',
    ): Promise<ShownTarget> {
      const { status, body } = await anna.post<ShownTarget>(TARGETS, { pluginId, name: 'My phone', settings });
      expect(status, JSON.stringify(body)).to.equal(201);
      return body;
    }

    async function turnOn(): Promise<ReturnType<WebPushSimulator['subscribe']>> {
      const browser = push.subscribe((await webPushKeys()).publicKey);
      await devices.save({ userId: annaId, sessionId: undefined, userAgent: 'spec' }, browser.subscription);
      return browser;
    }

    async function untilSent(): Promise<void> {
      const end = Date.now() + 20_000;
      for (;;) {
        const open = (await world.personalDeliveries()).filter(({ state }) => state === 'queued' || state === 'sending');
        if (open.length === 0) return;
        if (Date.now() > end) throw new Error(JSON.stringify(open));
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    }

    it('are a mail server, a push service and a person’s own ntfy, each of which gets one message of an event', async () => {
      world.ways.isMailReady = false;
      const request = await world.addRequest(annaId);
      const target = await add();
      const browser = await turnOn();
      for (let times = 0; times < 2; times += 1) {
        await world.tx((tx) => service.requestEvent(tx, 'request_available', { ...request, version: 20 + times }, ''));
      }
      await untilSent();

      expect(browser.messages.map(({ text }) => (JSON.parse(text) as { title: string; path: string }).title)).to.deep.equal([
        'Available: Dune {user}',
      ]);
      expect(smtp.received.map(({ to }) => to)).to.deep.equal([['anna@example.org']]);
      expect(smtp.received[0]?.raw).to.include('Available: Dune').and.include('https://books.example/app/requests/');
      expect(smtp.received[0]?.raw, 'with the cover').to.include('cover@lectern').and.include(PICTURE.toString('base64'));
      expect(ntfy.messages).to.have.length(1);
      expect(ntfy.messages[0]).to.include({ topic: TOPIC, title: 'Available: Dune {user}' });
      expect((await world.personalDeliveries()).map(({ way, state }) => [way, state])).to.have.deep.members([
        ['push', 'sent'],
        ['mail', 'sent'],
        [target.id, 'sent'],
      ]);
      expect((await anna.get<Preferences>(PREFERENCES)).body.ways).to.deep.equal([
        { id: 'push', kind: 'push', name: 'Your devices', ready: true },
        { id: 'mail', kind: 'mail', name: 'E-mail', ready: true },
        { id: target.id, kind: 'plugin', name: 'My phone', ready: true },
      ]);
    });

    it('can be tried out', async () => {
      const target = await add();
      const before = [smtp.received.length, ntfy.messages.length];

      for (const path of ['/api/notifications/test/mail', '/api/notifications/test/push', `${TARGETS}/${target.id}/test`]) {
        const { status, body } = await anna.post<{ ok: boolean; tookMs: number }>(path);
        expect([path, status, body.ok], JSON.stringify(body)).to.deep.equal([path, 200, true]);
      }
      expect([smtp.received.length, ntfy.messages.length]).to.deep.equal(before.map((count) => count + 1));
      expect((await anna.post('/api/notifications/test/pigeon')).status).to.be.within(400, 422);
    });

    it('keep secrets sealed, never answer them, and seal them again with another key', async () => {
      const target = await add();
      const { body } = await anna.get<{ items: ShownTarget[]; plugins: { id: string; displayName: string; schema: object }[] }>(TARGETS);

      expect(body.items.find(({ id }) => id === target.id)).to.deep.include({ pluginName: 'ntfy', secretsSet: ['topic', 'token'] });
      expect(JSON.stringify(body)).not.to.include(TOKEN).and.not.to.include(TOPIC);
      expect(body.plugins.map(({ id }) => id)).to.deep.equal(['notify-gotify', 'notify-ntfy', 'notify-pushover']);
      expect(JSON.stringify(body.plugins)).to.include('"x-ui"').and.not.to.include('"choices"');
      const read = async () =>
        (
          await world.database.read.get<{ sealed: string }>('SELECT secrets_sealed AS sealed FROM personal_targets WHERE id = ?', [
            target.id,
          ])
        )?.sealed ?? '';
      const sealed = await read();
      expect(sealed).not.to.include(TOKEN);
      const both = createSecretBox({ current: 'k2', keys: new Map(['k1', 'k2'].map((id) => [id, Buffer.alloc(32, id)])) });
      await reseal(world.database, both, Object.values(entities));
      const again = await read();
      expect(again).not.to.equal(sealed);
      expect(boxOf('k2').open(again)).to.include(TOKEN);
      await world.tx((tx) => tx.run('UPDATE personal_targets SET secrets_sealed = ? WHERE id = ?', [sealed, target.id]));
    });

    it('keep what a change leaves out, and refuse what the plugin does not know', async () => {
      const target = await add();
      const path = `${TARGETS}/${target.id}`;

      const changed = await anna.patch<ShownTarget>(path, { name: 'Tablet', settings: { token: null } });
      expect(changed.body).to.deep.include({ name: 'Tablet', secretsSet: ['topic'] });
      expect((await anna.post<{ ok: boolean; error: { code: string } }>(`${path}/test`)).body.error.code).to.equal('INTEGRATION_FORBIDDEN');
      expect((await anna.patch(path, { settings: { topic: 'not a topic' } })).status).to.equal(422);
      expect((await anna.post(TARGETS, { pluginId: 'notify-discord', settings: {} })).status).to.equal(404);
      expect((await anna.post(TARGETS, { pluginId: 'notify-ntfy', settings: {} })).status).to.equal(422);
    });

    it('lead nobody into the network of the server', async () => {
      const target = await add({ serverUrl: gotify.url, token: GOTIFY_TOKEN }, 'notify-gotify');

      const { body } = await anna.post<{ ok: boolean; error: { message: string } }>(`${TARGETS}/${target.id}/test`);

      expect(body.ok).to.equal(false);
      expect(body.error.message).not.to.include('127.0.0.1');
      expect(gotify.requests).to.deep.equal([]);
    });

    it('are nobody else’s, not even an admin’s', async () => {
      const target = await add();
      for (const other of [await http.as('eve'), await http.as('admin')]) {
        const path = `${TARGETS}/${target.id}`;
        const answers = [await other.patch(path, { name: 'Mine' }), await other.delete(path), await other.post(`${path}/test`)];
        expect(answers.map(({ status }) => status)).to.deep.equal([404, 404, 404]);
        expect((await other.get<{ items: object[] }>(TARGETS)).body.items).to.deep.equal([]);
        const wants = { request_available: { [target.id]: true } };
        expect((await other.patch(PREFERENCES, { wants })).status).to.equal(422);
      }
    });

    it('can be chosen for the events that people are told of, and for no others', async () => {
      const wants = (event: string) => ({ wants: { [event]: { push: false } } });
      const events = (body: Preferences) => body.events.map(({ id }) => id);

      const { body } = await anna.patch<Preferences>(PREFERENCES, wants('request_denied'));
      expect(body.events.find(({ id }) => id === 'request_denied')?.wants).to.include({ push: false, mail: true });
      expect(events(body)).to.include('request_available').and.not.to.include('issue_reported').and.not.to.include('digest');
      for (const event of ['issue_reported', 'digest', 'nothing'])
        expect((await anna.patch(PREFERENCES, wants(event))).status).to.equal(422);
      const admin = await http.as('admin');
      expect(events((await admin.get<Preferences>(PREFERENCES)).body)).to.include('issue_reported');
      for (const timeZone of ['Mars/Base', '']) {
        const quietHours = { from: '22:00', to: '07:00', timeZone };
        expect((await anna.patch(PREFERENCES, { quietHours })).status).to.be.within(400, 422);
      }
      expect((await anna.patch(PREFERENCES, { digest: { weekday: 8, hour: 1 } })).status).to.be.within(400, 422);
      const set = { quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' }, digest: { weekday: 7, hour: 20 } };
      expect((await anna.patch<Preferences>(PREFERENCES, set)).body).to.deep.include(set);
      expect((await anna.patch<Preferences>(PREFERENCES, { quietHours: null, digest: null })).body).to.deep.include({
        quietHours: null,
        digest: null,
      });
    });

    it(`are at most ${MOST_TARGETS} of one’s own, and what was chosen for one goes with it`, async () => {
      const { body } = await anna.get<{ items: ShownTarget[] }>(TARGETS);
      for (let count = body.items.length; count < MOST_TARGETS; count += 1) await add();
      expect((await anna.post(TARGETS, { pluginId: 'notify-ntfy', settings: { topic: TOPIC } })).status).to.equal(409);
      const id = body.items[0]?.id ?? '';
      await anna.patch(PREFERENCES, { wants: { request_available: { [id]: false } } });

      expect((await anna.delete(`${TARGETS}/${id}`)).status).to.equal(204);
      expect(await world.database.read.all('SELECT event FROM notification_choices WHERE way = ?', [id])).to.deep.equal([]);
    });

    it('are forgotten with the account', async () => {
      await world.tx((tx) => tx.run('UPDATE users SET deleted_at = ? WHERE id = ?', [new Date().toISOString(), annaId]));
      await world.tx(forgetDeletedPeople);

      for (const table of ['personal_targets', 'notification_choices', 'notification_people', 'notification_deliveries']) {
        expect(await world.database.read.all(`SELECT user_id FROM ${table} WHERE user_id = ?`, [annaId]), table).to.deep.equal([]);
      }
    });
  });
}
