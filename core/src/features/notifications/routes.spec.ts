import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createAuditService } from '../audit/index.js';
import { startTestHttp, type TestHttp } from '../auth/test-http.js';
import { DEFAULT_SETTINGS } from '../settings/index.js';
import { createSpeakers } from '../../platform/words/index.js';
import { createNotificationCenter, createSubscriptions, notificationRoutes, type NotificationPage } from './index.js';
import { createNotificationWorld, type NotificationWorld } from './notification-world.spec.support.js';

describe('notification routes', () => {
  let world: NotificationWorld;
  let http: TestHttp;

  before(async () => {
    world = await createNotificationWorld();
    const { database } = world;
    const now = () => new Date();
    const plugin = { provides: ['notifier'] };
    const host = { ...world.host, plugin: (id: string) => (id === 'notify-fake' ? plugin : undefined) as never };
    const subscriptions = createSubscriptions({
      database,
      host,
      settings: { get: async () => DEFAULT_SETTINGS },
      audit: createAuditService({ database, now }),
      now,
    });
    http = await startTestHttp({
      database,
      routes: notificationRoutes({
        center: createNotificationCenter({ database, speakers: createSpeakers(), listenLinksOf: async () => new Map(), now }),
        subscriptions,
      }),
    });
  });
  after(async () => {
    await http.stop();
    await world.dispose();
  });

  it('page through the caller’s own notifications and mark them as read', async () => {
    const anna = await http.createUser('anna');
    const request = await world.addRequest(anna.id);
    for (let version = 2; version < 5; version += 1) {
      await world.tx((tx) => world.service.requestEvent(tx, 'request_error', { ...request, version }, 'It failed.'));
    }
    const client = await http.as(anna);

    const first = await client.get<NotificationPage>('/api/notifications?limit=3');
    expect([first.body.items.length, first.body.unread]).to.deep.equal([3, 4]);
    expect(first.body.items[0]).to.include({ event: 'request_error', read: false, requestId: request.id });
    const second = await client.get<NotificationPage>(`/api/notifications?limit=3&cursor=${first.body.nextCursor}`);
    expect(second.body.items.map((item) => item.event)).to.deep.equal(['request_approved']);
    expect(second.body).to.not.have.property('nextCursor');

    const ids = [first.body.items[0]?.id];
    const stranger = await http.as('stranger');
    expect((await stranger.post('/api/notifications/read', { ids })).status).to.equal(204);
    expect((await client.get<NotificationPage>('/api/notifications')).body.unread).to.equal(4);
    await client.post('/api/notifications/read', { ids });
    expect((await client.get<NotificationPage>('/api/notifications')).body.unread).to.equal(3);
    await client.post('/api/notifications/read', {});
    expect((await client.get<NotificationPage>('/api/notifications')).body.unread).to.equal(0);
    expect((await stranger.get<NotificationPage>('/api/notifications')).body.items).to.deep.equal([]);
  });

  it('name the book, and tell admins alone that they may decide, while the request waits', async () => {
    const asking = await http.createUser('bert');
    const root = await http.createUser('root', 'admin');
    const request = await world.addRequest(asking.id, 'awaiting_approval');
    const admin = await http.as(root);
    const newest = async () => (await admin.get<NotificationPage>('/api/notifications')).body.items[0];

    expect(await newest()).to.include({ requestId: request.id, asin: request.asin, awaitsDecision: true });
    await world.tx((tx) => world.transitions.apply(tx, request.id, 'approve', { message: 'Approved.', reason: null }));

    expect(await newest()).to.not.have.property('awaitsDecision');
    const own = (await (await http.as(asking)).get<NotificationPage>('/api/notifications')).body.items;
    expect(own.map(({ event, asin }) => [event, asin])).to.deep.equal([['request_approved', request.asin]]);
  });

  it('speak the language that their reader uses now, also of what was written before', async () => {
    const clara = await http.createUser('clara');
    const request = await world.addRequest(clara.id);
    await world.tx((tx) => world.service.requestEvent(tx, 'request_denied', { ...request, version: 7 }, 'Too long.'));
    const client = await http.as(clara);
    const newest = async (language: string) => {
      const headers = { 'accept-language': language };
      const response = await client.fetch('/api/notifications', { headers });
      const { title, lines } = ((await response.json()) as NotificationPage).items[0] ?? {};
      return { title, lines };
    };

    const before = await newest('en');
    expect(before.title).to.equal('Denied: Dune {user}');
    const german = await newest('de-AT');
    expect(german.title).to.equal('Abgelehnt: Dune {user}');
    expect(german.lines).to.have.length(2).and.include('Too long.').and.not.include(before.lines?.[0]);
    // as older versions wrote them
    await world.tx((tx) => tx.run('UPDATE notifications SET facts = NULL WHERE user_id = ?', [clara.id]));
    expect(await newest('de')).to.deep.equal(before);
  });

  it('let admins choose what a backend announces', async () => {
    const id = await world.addBackend(['request_error']);
    const admin = await http.as('admin');
    const path = '/api/admin/notifications/subscriptions';

    expect((await admin.put(`${path}/${id}`, { events: ['request_available'] })).status).to.equal(200);
    const { body } = await admin.get<{ events: { id: string }[]; items: object[] }>(path);
    expect(body.items).to.deep.equal([{ integrationId: id, events: ['request_available'] }]);
    expect(body.events.map((event) => event.id)).to.include('integration_unhealthy');
    expect((await admin.put(`${path}/${id}`, { events: ['no_such_event'] })).status).to.be.within(400, 422);
    expect((await admin.put(`${path}/0199aaaa-0000-7000-8000-000000000000`, { events: [] })).status).to.equal(404);
    expect((await (await http.as('user')).get(path)).status).to.equal(403);
  });

  it('send a test message and report what went wrong', async () => {
    const id = await world.addBackend([]);
    const admin = await http.as('admin');
    const good = await admin.post(`/api/admin/notifications/test/${id}`);
    expect(good.body).to.include({ ok: true });
    expect(world.received.at(-1)?.message).to.include({ event: 'test', title: 'Test message' });

    world.behaviors.push(() =>
      Promise.reject(new IntegrationError('INTEGRATION_NOT_FOUND', 'The webhook is gone.', { field: 'webhookUrl' })),
    );
    const bad = await admin.post(`/api/admin/notifications/test/${id}`);
    const audited = await world.database.read.all<{ detail: string }>(
      "SELECT detail FROM audit_log WHERE action = 'notifications.tested' AND target_id = ? ORDER BY id",
      [id],
    );
    expect(bad.body).to.deep.include({
      ok: false,
      error: { code: 'INTEGRATION_NOT_FOUND', message: 'The webhook is gone.', field: 'webhookUrl' },
    });
    expect(audited.map(({ detail }) => (JSON.parse(detail) as { ok: boolean }).ok)).to.deep.equal([true, false]);
  });
});
