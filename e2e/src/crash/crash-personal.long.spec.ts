import type { AddressInfo } from 'node:net';
import { createPostgresDatabase } from '@lectern/core/testing';
import {
  startNtfySimulator,
  startWebPushSimulator,
  type NtfySimulator,
  type SimulatedBrowser,
  type WebPushSimulator,
} from '@lectern/simulators';
import { findPart, until } from '@lectern/testbed';
import { expect } from 'chai';
import { SMTPServer } from 'smtp-server';
import { KILLS_OF_PERSONAL_MESSAGES, type PersonalKill } from './crash-kills.spec.support.js';
import { withDatabase } from './crash-outcome.spec.support.js';
import { createCrashStage, untilDead, type CrashStage } from './crash-scene.spec.support.js';

/** A mail server that can be made to take a message and never answer. */
async function startMailServer() {
  const received: string[] = [];
  const state = { isMute: false };
  const server = new SMTPServer({
    logger: false,
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, callback) {
      let text = '';
      stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
      stream.on('end', () => {
        received.push(text);
        if (!state.isMute) callback();
      });
    },
  });
  // a client that is killed is no error of the server
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', () => resolve()));
  const { port } = server.server.address() as AddressInfo;
  return { received, state, port, close: () => new Promise<void>((resolve) => void server.close(() => resolve())) };
}

/** A way to the reader: how many messages came by it, and how its target falls silent and speaks again. */
interface KilledWay {
  readonly way: () => string;
  readonly count: () => number;
  readonly mute: () => void;
  readonly heal: () => void;
}

const dialects = ['sqlite', ...(findPart('postgres') === undefined ? [] : (['postgres'] as const))] as const;

for (const dialect of dialects) {
  describe(`a server on ${dialect} that is killed while it tells one person of an event`, () => {
    let stage: CrashStage;
    let mail: Awaited<ReturnType<typeof startMailServer>>;
    let push: WebPushSimulator;
    let ntfy: NtfySimulator;
    let browser: SimulatedBrowser;
    let targetId: string;
    let drop: (() => Promise<void>) | undefined;

    before(async () => {
      [mail, push, ntfy] = [await startMailServer(), await startWebPushSimulator(), await startNtfySimulator()];
      const database = dialect === 'postgres' ? await createPostgresDatabase() : undefined;
      drop = database?.drop;
      const env = { LECTERN_STAND_INS: `${push.origin}=${push.url}` };
      stage = await createCrashStage({ env, ...(database ? { databaseUrl: database.url } : {}) });
      const { admin, user } = stage;
      const server = { host: '127.0.0.1', port: mail.port, security: 'none', allowSelfSigned: false, username: null, password: null };
      await admin.api.call('PUT', '/api/admin/mail', {
        ...server,
        enabled: true,
        senderAddress: 'books@example.org',
        senderName: 'Lectern',
      });
      const { items } = await admin.api.call<{ items: { id: string; username: string }[] }>('GET', '/api/admin/users');
      const reader = items.find(({ username }) => username === user.username);
      await admin.api.call('PATCH', `/api/admin/users/${reader?.id}`, { email: 'reader@example.org' });
      browser = push.subscribe((await user.api.call<{ publicKey: string }>('GET', '/api/web-push/key')).publicKey);
      await user.api.call('POST', '/api/web-push/subscriptions', browser.subscription);
      const target = { pluginId: 'notify-ntfy', name: 'Phone', settings: { serverUrl: ntfy.url, topic: 'reader' } };
      targetId = (await user.api.call<{ id: string }>('POST', '/api/notifications/targets', target)).id;
    });
    after(async () => {
      await stage?.close();
      await drop?.();
      await Promise.all([mail, push, ntfy].map((one) => one?.close()));
    });

    const WAYS: Readonly<Record<string, KilledWay>> = {
      'e-mail': {
        way: () => 'mail',
        count: () => mail.received.length,
        mute: () => (mail.state.isMute = true),
        heal: () => (mail.state.isMute = false),
      },
      push: {
        way: () => 'push',
        count: () => browser.messages.length,
        mute: () => push.fail({ kind: 'mute' }),
        heal: () => push.heal(),
      },
      'a target of their own': {
        way: () => targetId,
        count: () => ntfy.messages.length,
        mute: () => ntfy.fail({ kind: 'mute' }),
        heal: () => ntfy.heal(),
      },
    };

    /** A request that is denied tells its requester and goes no further. */
    async function denied(): Promise<void> {
      const { asin } = stage.nextScene().book;
      const { request } = await stage.user.api.call<{ request: { id: string } }>('POST', '/api/requests', { asin });
      await stage.admin.api.call('POST', `/api/admin/requests/${request.id}/deny`, { reason: 'Not now.' });
    }

    /** Has the reader told of denials by one way alone, kills the server on the way, and waits for the end of the message. */
    async function tellAndKill({ way, count, mute, heal }: KilledWay, { at }: PersonalKill): Promise<{ state: string; messages: number }> {
      const before = count();
      const chosen = Object.fromEntries(['mail', 'push', targetId].map((one) => [one, one === way()]));
      await stage.user.api.call('PATCH', '/api/notifications/preferences', { wants: { request_denied: chosen } });
      if (at === 'arrived') mute();
      else await stage.arm(at);
      const asked = denied().catch(() => undefined);
      if (at === 'arrived') await until(() => count() > before, { everyMs: 3, what: 'the message' });
      else await untilDead(stage, at);
      await stage.server.kill();
      heal();
      await stage.restart();
      await asked;
      const last = () =>
        withDatabase(stage, async ({ read }) => {
          const rows = await read.all<{ state: string; way: string }>(
            'SELECT state, integration_id AS way FROM notification_deliveries WHERE user_id IS NOT NULL ORDER BY id DESC LIMIT 1',
          );
          return rows.find((row) => row.way === way() && row.state !== 'queued' && row.state !== 'sending')?.state;
        });
      const state = await until(last, { everyMs: 100, what: 'the end of the message' });
      return { state, messages: count() - before };
    }

    for (const [name, way] of Object.entries(WAYS)) {
      for (const kill of KILLS_OF_PERSONAL_MESSAGES) {
        it(`sends ${kill.messages === 1 ? 'one message' : 'none rather than two'} by ${name} after a kill at “${kill.at}”`, async () => {
          expect(await tellAndKill(way, kill)).to.deep.equal({ state: kill.state, messages: kill.messages });
        });
      }
    }
  });
}
