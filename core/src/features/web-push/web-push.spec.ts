import { randomBytes } from 'node:crypto';
import { startSimulator, startWebPushSimulator, type SimulatedBrowser, type WebPushSimulator } from '@lectern/simulators';
import { expect } from 'chai';
import { createTestDatabase, hasPostgres, type TestDatabase } from '../../platform/db/test-databases.js';
import { createPluginHttp } from '../../platform/http-client/plugin-http.js';
import { createLogger } from '../../platform/logging/logger.js';
import { createRedactor } from '../../platform/logging/redactor.js';
import { reseal } from '../../platform/security/reseal.js';
import { createSecretBox } from '../../platform/security/secret-box.js';
import { inEnglish, sentence } from '../../platform/words/index.js';
import { createEndedSessions } from '../auth/session-check.js';
import { startTestHttp, type TestClient, type TestHttp } from '../auth/test-http.js';
import { createDeviceStore, MOST_DEVICES, type DeviceStore, type PushDevice } from './device-store.js';
import * as entities from './entities.js';
import { webPush as feature } from './feature.js';
import { webPushRoutes } from './routes.js';
import { createServerKeys, type ServerKeyPair } from './server-keys.js';
import { createWebPushService, type PushResult, type WebPushService } from './web-push-service.js';

const PATH = '/api/web-push/subscriptions';
const SIGNAL = new AbortController().signal;
const MESSAGE = { title: 'Dune', body: 'It is in the library.', path: '/requests/1', dedupeKey: 'request 1' };

const boxOf = (id: string) => createSecretBox({ current: id, keys: new Map([[id, Buffer.alloc(32, id)]]) });

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`web push on ${dialect}`, () => {
    let test: TestDatabase;
    let http: TestHttp;
    let service: WebPushSimulator;
    let devices: DeviceStore;
    let serverKeys: () => Promise<ServerKeyPair>;
    let webPush: WebPushService;
    let ada: TestClient;
    let adaId: string;
    let at: number;
    let log: string;
    let publicUrl: string | null;
    let allowPrivateHosts: string[];
    let standIns: Record<string, string>;

    before(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) this.skip();
      test = await createTestDatabase(dialect);
    });
    after(() => test?.dispose());

    beforeEach(async () => {
      [at, log, publicUrl] = [Date.now(), '', null];
      service = await startWebPushSimulator();
      allowPrivateHosts = [`127.0.0.1:${service.port}`];
      standIns = { [service.origin]: service.url };
      const now = () => new Date(at);
      const { database } = test;
      const logger = createLogger({
        level: 'trace',
        redactor: createRedactor(),
        destination: { write: (line: string) => void (log += line) },
      });
      const shared = { database, secretBox: boxOf('k1'), log: logger, now };
      serverKeys = createServerKeys(shared);
      devices = createDeviceStore({ ...shared, endedSessions: createEndedSessions(database) });
      webPush = createWebPushService({
        devices,
        serverKeys,
        http: {
          request: (request) =>
            createPluginHttp({
              userAgent: 'Lectern/spec',
              allowedHosts: () => 'any-public',
              allowPrivateHosts,
              standIns,
              redact: (text) => text,
            }).request(request),
        },
        publicUrl: async () => publicUrl,
        now,
      });
      http = await startTestHttp({
        database,
        now,
        log: logger,
        owning: [feature],
        routes: webPushRoutes({ devices, serverKeys, webPush }),
      });
      ada = await http.as('ada');
      adaId = (await http.people.users.findByUsername('ada'))?.id ?? '';
    });
    afterEach(async () => {
      await http.stop();
      await service.close();
      await test.database.transaction(async (tx) => {
        for (const table of ['web_push_devices', 'web_push_keys', 'refresh_sessions', 'users']) await tx.run(`DELETE FROM ${table}`);
      });
    });

    const subscribe = async (): Promise<SimulatedBrowser> => service.subscribe((await serverKeys()).publicKey);
    const listOf = async (client: TestClient) => (await client.get<{ items: PushDevice[] }>(PATH)).body.items;
    const send = (message: Parameters<WebPushService['send']>[1] = MESSAGE) => webPush.send(adaId, message, { signal: SIGNAL });

    /** A browser that was turned on. */
    async function turnedOn(client = ada): Promise<SimulatedBrowser> {
      const browser = await subscribe();
      const { status, body } = await client.post(PATH, browser.subscription);
      expect(status, JSON.stringify(body)).to.equal(201);
      return browser;
    }

    describe('a subscription that the push service replaced', () => {
      const RENEW = `${PATH}/renew`;
      const asOld = ({ subscription: { endpoint, keys } }: SimulatedBrowser) => ({ endpoint, auth: keys.auth });

      it('goes on under the same device, for whoever holds its secret, without a sign-in', async () => {
        const [before, after] = [await turnedOn(), await subscribe()];
        const [device] = await listOf(ada);

        const { status } = await (await http.as('nobody')).post(RENEW, { old: asOld(before), subscription: after.subscription });
        await send();

        expect(status).to.equal(204);
        expect((await listOf(ada)).map(({ id }) => id)).to.deep.equal([device?.id]);
        expect([before.messages.length, after.messages.length]).to.deep.equal([0, 1]);
      });

      it('is given to nobody who knows its address alone', async () => {
        const [own, thief] = [await turnedOn(), await subscribe()];
        const auth = randomBytes(16).toString('base64url');

        const { status } = await (await http.as('nobody')).post(RENEW, { old: { ...asOld(own), auth }, subscription: thief.subscription });
        const eve = await http.as('eve');
        await eve.post(RENEW, { old: { ...asOld(thief), auth }, subscription: thief.subscription });
        await send();

        expect(status, 'it tells nothing').to.equal(204);
        expect([own.messages.length, thief.messages.length]).to.deep.equal([1, 0]);
      });

      it('stays over with its sign-in or its account, and takes the place of one that a page turned on meanwhile', async () => {
        const [left, after] = [await turnedOn(), await subscribe()];
        await test.database.transaction((tx) => tx.run("UPDATE users SET state = 'disabled' WHERE id = ?", [adaId]));
        await (await http.as('nobody')).post(RENEW, { old: asOld(left), subscription: after.subscription });
        await test.database.transaction((tx) => tx.run("UPDATE users SET state = 'active' WHERE id = ?", [adaId]));
        await send();
        expect(after.messages, 'of a disabled account').to.deep.equal([]);

        await ada.post(PATH, after.subscription);
        await (await http.as('nobody')).post(RENEW, { old: asOld(left), subscription: after.subscription });
        expect(await listOf(ada)).to.have.length(1);
      });
    });

    describe('messages', () => {
      it('reach all devices of a person, encrypted for each', async () => {
        const browsers = [await turnedOn(), await turnedOn()];
        const others = await turnedOn(await http.as('eve'));

        const results = await send();

        const { publicKey } = await serverKeys();
        expect(results.map(({ outcome }) => outcome)).to.deep.equal(['sent', 'sent']);
        for (const { messages } of browsers) {
          expect(messages.map(({ text }) => JSON.parse(text) as object)).to.deep.equal([
            { title: 'Dune', path: '/requests/1', tag: messages[0]?.topic, body: 'It is in the library.' },
          ]);
          expect(messages[0]?.sender).to.include({ publicKey, audience: service.origin, subject: 'mailto:lectern@example.com' });
          expect(messages[0]).to.include({ ttl: 86_400, urgency: 'normal' });
        }
        expect(others.messages).to.deep.equal([]);
        for (const { body } of service.requests) expect(body.toString('latin1')).not.to.include('Dune');
      });

      it('name the public address as contact where the internet can know it', async () => {
        const browser = await turnedOn();
        publicUrl = 'https://books.example.org/lectern';

        await send({ ...MESSAGE, urgency: 'high', ttlSeconds: 60 });

        expect(browser.messages[0]?.sender.subject).to.equal('https://books.example.org');
        expect(browser.messages[0]).to.include({ ttl: 60, urgency: 'high' });
      });

      it('of 3 kB arrive whole', async () => {
        const browser = await turnedOn();

        const results = await send({ ...MESSAGE, body: 'ü'.repeat(5000) });

        expect(results.map(({ outcome }) => outcome)).to.deep.equal(['sent']);
        expect(browser.messages[0]?.text).to.match(/ü…"\}$/);
      });

      for (const status of [404, 410]) {
        it(`that are answered with ${status} forget the device`, async () => {
          await turnedOn();
          service.fail({ kind: 'status', status });

          const results = await send();

          expect(results[0]).to.deep.include({
            outcome: 'gone',
            fault: sentence('delivery_fault.unknown_device', { host: 'push.example.net' }),
          });
          expect(await listOf(ada)).to.deep.equal([]);
          expect(await send()).to.deep.equal([]);
        });
      }

      it('that are refused for a while say when to try again, and keep the device', async () => {
        await turnedOn();
        const outcomes: PushResult[] = [];
        for (const fault of [
          { kind: 'status', status: 429, retryAfter: 120 },
          { kind: 'status', status: 503 },
          { kind: 'reset' },
        ] as const) {
          service.fail({ ...fault, times: 1 });
          outcomes.push(...(await send()));
        }

        expect(outcomes.map(({ outcome, retryAfterMs }) => [outcome, retryAfterMs])).to.deep.equal([
          ['temporary', 120_000],
          ['temporary', undefined],
          ['temporary', undefined],
        ]);
        expect(service.requests).to.have.length(3);
        expect((await send())[0]?.outcome).to.equal('sent');
      });

      it('that a push service refuses are not tried again, and keep the device', async () => {
        await turnedOn();
        service.fail({ kind: 'status', status: 403 });

        expect((await send())[0]).to.deep.include({
          outcome: 'failed',
          fault: sentence('delivery_fault.device_refused', { host: 'push.example.net', status: '403' }),
        });
        expect(await listOf(ada)).to.have.length(1);
      });

      it('do not follow redirects', async () => {
        const { subscription } = await subscribe();
        const elsewhere = await startSimulator(() => ({ status: 307, headers: { location: subscription.endpoint } }));
        standIns['https://elsewhere.example.net'] = elsewhere.url;
        allowPrivateHosts.push(`127.0.0.1:${elsewhere.port}`);
        await ada.post(PATH, { ...subscription, endpoint: 'https://elsewhere.example.net/push' });

        const results = await send();
        await elsewhere.close();

        expect(results[0]).to.deep.include({
          outcome: 'failed',
          fault: sentence('delivery_fault.device_refused', { host: 'elsewhere.example.net', status: '307' }),
        });
        expect([elsewhere.requests.length, service.requests.length]).to.deep.equal([1, 0]);
      });

      it('never go to a private network, whatever address a browser names', async () => {
        const { keys } = (await subscribe()).subscription;
        for (const host of ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', 'localhost'])
          await ada.post(PATH, { endpoint: `https://${host}:${service.port}/push/x`, keys });
        await turnedOn();
        allowPrivateHosts = [];

        const results = await send();

        expect(results.map(({ outcome }) => outcome)).to.deep.equal(Array.from({ length: 6 }, () => 'failed'));
        expect(results.every(({ fault }) => /may not be reached/.test(inEnglish(fault ?? '')))).to.equal(true);
        expect(service.requests).to.deep.equal([]);
      });

      it('stop when the caller does', async () => {
        await turnedOn();
        service.fail({ kind: 'hang' });
        const stop = new AbortController();

        const sending = webPush.send(adaId, MESSAGE, { signal: stop.signal });
        stop.abort();

        expect((await sending)[0]?.outcome).to.equal('temporary');
      });

      it('are tried out on one’s own devices', async () => {
        const [mine, others] = [await turnedOn(), await turnedOn(await http.as('eve'))];

        const { body } = await ada.post<{ results: PushResult[] }>('/api/web-push/test');

        expect(body.results.map(({ outcome }) => outcome)).to.deep.equal(['sent']);
        expect([mine.messages.length, others.messages.length]).to.deep.equal([1, 0]);
      });
    });

    describe('devices', () => {
      it('are listed for their person alone, by push service and browser, without their address', async () => {
        const { subscription } = await turnedOn();
        const eve = await http.as('eve');

        const [device] = await listOf(ada);
        await send();
        const row = await test.database.read.get('SELECT * FROM web_push_devices');

        expect(device).to.have.all.keys('id', 'host', 'userAgent', 'createdAt');
        expect(device?.host).to.equal('push.example.net');
        expect(await listOf(eve)).to.deep.equal([]);
        expect((await eve.delete(`${PATH}/${device?.id}`)).status).to.equal(404);
        expect((await (await http.as('admin')).delete(`${PATH}/${device?.id}`)).status).to.equal(404);
        for (const secret of [new URL(subscription.endpoint).pathname, subscription.keys.auth, subscription.keys.p256dh])
          expect(JSON.stringify([device, row]) + log).not.to.include(secret);
      });

      it('are removed by their person', async () => {
        const browser = await turnedOn();
        const [device] = await listOf(ada);

        expect((await ada.delete(`${PATH}/${device?.id}`)).status).to.equal(204);
        expect(await send()).to.deep.equal([]);
        expect(browser.messages).to.deep.equal([]);
      });

      it('belong to whoever turned them on last in that browser', async () => {
        const browser = await turnedOn();
        const eve = await http.as('eve');
        const { status } = await eve.post(PATH, browser.subscription);

        const again = await eve.post(PATH, browser.subscription);

        expect([status, again.status]).to.deep.equal([201, 201]);
        expect([(await listOf(ada)).length, (await listOf(eve)).length]).to.deep.equal([0, 1]);
        expect(await send()).to.deep.equal([]);
      });

      it('end with the sign-in that turned them on, and with all that are voided', async () => {
        const [session] = await test.database.read.all<{ familyId: string }>('SELECT family_id FROM refresh_sessions WHERE user_id = ?', [
          adaId,
        ]);
        await turnedOn();
        const elsewhere = await turnedOn(await http.as('ada'));
        await http.people.sessions.endFamily(session?.familyId ?? '');

        const afterSignOut = await send();
        await http.people.users.endSessions(adaId, { name: 'spec' });
        at += 5000;

        expect(afterSignOut.map(({ outcome }) => outcome)).to.deep.equal(['sent']);
        expect(elsewhere.messages).to.have.length(1);
        expect(await send()).to.deep.equal([]);
      });

      it('outlive a sign-in that only expired', async () => {
        await turnedOn();
        at += 90 * 86_400_000;
        await http.people.sessions.prune();
        await devices.forgetEnded();

        expect((await send()).map(({ outcome }) => outcome)).to.deep.equal(['sent']);
      });

      it('of people who were disabled or deleted are not notified, and are forgotten', async () => {
        await turnedOn();
        await turnedOn(await http.as('eve'));
        await http.people.users.remove(adaId, { name: 'spec' });

        const results = await send();
        await devices.forgetEnded();

        expect(results).to.deep.equal([]);
        expect(await test.database.read.all('SELECT id FROM web_push_devices')).to.have.length(1);
      });

      it(`are at most ${MOST_DEVICES} a person, also when many are turned on at once`, async () => {
        const browsers = await Promise.all(Array.from({ length: MOST_DEVICES + 3 }, subscribe));

        const made = await Promise.allSettled(
          browsers.map(({ subscription }) => devices.save({ userId: adaId, sessionId: undefined, userAgent: 'spec' }, subscription)),
        );
        const known = await ada.post(PATH, browsers[made.findIndex(({ status }) => status === 'fulfilled')]?.subscription);
        const another = await ada.post(PATH, (await subscribe()).subscription);

        expect(made.filter(({ status }) => status === 'fulfilled')).to.have.length(MOST_DEVICES);
        expect(known.status).to.equal(201);
        expect([another.status, another.body['code']]).to.deep.equal([409, 'too_many_devices']);
      });

      it('are refused with an address that is not https, is too long or names a user, and with keys that are none', async () => {
        const { endpoint, keys } = (await subscribe()).subscription;
        const offCurve = Buffer.concat([Buffer.from([4]), randomBytes(64)]).toString('base64url');
        for (const wrong of [
          { endpoint: endpoint.replace('https:', 'http:'), keys },
          { endpoint: `${endpoint}${'x'.repeat(1000)}`, keys },
          { endpoint: endpoint.replace('://', '://user:word@'), keys },
          { endpoint: 'https://', keys },
          { endpoint, keys: { ...keys, p256dh: offCurve } },
          { endpoint, keys: { ...keys, p256dh: keys.p256dh.slice(1) } },
          { endpoint, keys: { ...keys, auth: `${keys.auth}AA` } },
        ])
          expect((await ada.post(PATH, wrong)).status, JSON.stringify(wrong)).to.equal(400);
        expect(await listOf(ada)).to.deep.equal([]);
      });
    });

    describe('the key pair of the server', () => {
      it('is made once, also when several processes ask at once, and its private half is sealed', async () => {
        const shared = {
          database: test.database,
          secretBox: boxOf('k1'),
          log: createLogger({ level: 'silent', redactor: createRedactor() }),
        };
        const makers = Array.from({ length: 5 }, () => createServerKeys({ ...shared, now: () => new Date(at) }));

        const pairs = await Promise.all(makers.map((make) => make()));

        const rows = await test.database.read.all<Record<string, string>>('SELECT * FROM web_push_keys');
        expect(new Set(pairs.map(({ privateKey }) => privateKey))).to.have.property('size', 1);
        expect(Buffer.from(pairs[0]?.publicKey ?? '', 'base64url')).to.have.length(65);
        expect(Buffer.from(pairs[0]?.privateKey ?? '', 'base64url')).to.have.length(32);
        expect(rows).to.have.length(1);
        expect(JSON.stringify(rows)).not.to.include(pairs[0]?.privateKey);
        expect((await ada.get('/api/web-push/key')).body).to.deep.equal({ publicKey: pairs[0]?.publicKey });
      });

      it('and its devices stay when the server’s keys are replaced', async () => {
        const browser = await turnedOn();
        const before = await serverKeys();
        const both = (current: string) => createSecretBox({ current, keys: new Map(['k1', 'k2'].map((id) => [id, Buffer.alloc(32, id)])) });

        const report = await reseal(test.database, both('k2'), Object.values(entities));

        const shared = { database: test.database, secretBox: boxOf('k2'), now: () => new Date(at) };
        const log = createLogger({ level: 'silent', redactor: createRedactor() });
        const [device] = await createDeviceStore({ ...shared, endedSessions: async () => new Set() }).reachable(adaId);
        expect(report).to.deep.include({ resealed: 2, lost: [] });
        expect(await createServerKeys({ ...shared, log })()).to.deep.equal(before);
        expect(device?.subscription).to.deep.equal(browser.subscription);
      });

      it('is replaced where it cannot be decrypted any more, and devices have to be turned on again', async () => {
        await turnedOn();
        const before = await serverKeys();
        const elsewhere = createServerKeys({
          database: test.database,
          secretBox: boxOf('k2'),
          log: createLogger({ level: 'silent', redactor: createRedactor() }),
          now: () => new Date(at),
        });

        const after = await elsewhere();

        expect(after.publicKey).not.to.equal(before.publicKey);
        expect(await elsewhere()).to.deep.equal(after);
        expect(await listOf(ada)).to.deep.equal([]);
      });
    });
  });
}
