import { expect } from 'chai';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp, type BuiltApp } from '../../app.js';
import { loadConfig } from '../../platform/config/config.js';
import { createPostgresDatabase, hasPostgres } from '../../platform/db/test-databases.js';
import { SCAN_LIBRARY } from '../library/index.js';
import { countMove } from '../lifecycle/request-counts.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { finishRestore, settleRestored } from './restored.js';
import { PARTS } from '../../app/parts.js';

const MADE = '2026-01-02T03:04:05.678Z';
const RESTORED = '2026-01-03T00:00:00.000Z';
const NOW = new Date('2026-01-03T00:10:00.000Z');

for (const dialect of ['sqlite', 'postgres'] as const) {
  describe(`the start after a restore on ${dialect}`, () => {
    let app: BuiltApp;
    let dir: string;
    let drop = (): Promise<void> => Promise.resolve();

    beforeEach(async function () {
      if (dialect === 'postgres' && !(await hasPostgres())) return this.skip();
      dir = await mkdtemp(join(tmpdir(), 'lectern-restored-'));
      const env: NodeJS.ProcessEnv = { LECTERN_DATA: dir, LECTERN_LOG_LEVEL: 'silent' };
      if (dialect === 'postgres') {
        const made = await createPostgresDatabase();
        env['DATABASE_URL'] = made.url;
        drop = made.drop;
      }
      app = await buildApp(loadConfig(env), { now: () => NOW });
      app.services.jobs.define({ name: SCAN_LIBRARY.name, title: 'Scan', run: () => Promise.resolve() });
      await fill();
    });
    afterEach(async () => {
      await app?.close();
      await drop();
      if (dir) await rm(dir, { recursive: true, force: true });
    });

    async function fill(): Promise<void> {
      const { database } = app.services;
      const user = { id: 'u', username: 'ada', displayName: 'Ada', role: 'user', state: 'active', libraryIdentity: 'ada' };
      const dates = { createdAt: MADE, updatedAt: MADE };
      const waits = (nextAt: string) => JSON.stringify({ code: 'awaiting_release', message: '', nextAt, since: MADE });
      const requests: [id: string, status: RequestStatus, group: string, reason?: string][] = [
        ['asked', 'awaiting_approval', 'waiting'],
        ['looked-for', 'awaiting_search', 'waiting'],
        ['loading', 'downloading', 'active'],
        ['to-come', 'awaiting_release', 'waiting', waits('2026-02-01T00:00:00.000Z')],
        ['just-out', 'awaiting_release', 'waiting', waits('2026-01-03T00:00:00.000Z')],
        ['had', 'available', 'completed'],
        ['odd', 'warn', 'attention'],
      ];
      await database.transaction(async (tx) => {
        await tx.insert('users', { ...user, ...dates });
        for (const [id, status, statusGroup, reason] of requests) {
          const request = {
            type: 'audiobook',
            title: id,
            author: '',
            version: 1,
            statusSince: MADE,
            origin: 'manual',
            reason: reason ?? null,
          };
          await tx.insert('requests', { id, userId: 'u', asin: id.slice(0, 10), region: 'us', status, statusGroup, ...request, ...dates });
          await countMove(tx, 'u', undefined, status);
        }
        const job = { payload: '{}', priority: 0, runAt: MADE, attempt: 0, maxAttempts: 5, cancelRequested: false, createdAt: MADE };
        for (const state of ['queued', 'running', 'done']) await tx.insert('jobs', { id: state, name: 'request.grab', state, ...job });
        for (const state of ['queued', 'sending', 'sent', 'failed']) {
          const delivery = { integrationId: 'i', dedupeKey: state, message: '{}', state, createdAt: MADE };
          await tx.insert('notification_deliveries', { id: state, ...delivery });
        }
        const session = { familyId: 'f', userId: 'u', tokenHash: 'h', createdAt: MADE, expiresAt: '2027-01-01T00:00:00.000Z' };
        await tx.insert('refresh_sessions', { id: 's', ...session });
        const token = { userId: 'u', name: 'app', tokenHash: 't', tokenPrefix: 'p', scopes: '[]', createdAt: MADE };
        await tx.insert('api_tokens', { id: 't', ...token });
        const device = { userId: 'u', endpointHash: 'e', subscriptionSealed: 's', host: 'h', userAgent: '', createdAt: MADE };
        await tx.insert('web_push_devices', { id: 'd', ...device });
      });
    }

    async function finish(goOn: boolean, revokeTokens = false): Promise<void> {
      await app.services.database.transaction((tx) =>
        finishRestore(
          (sql, params) => tx.run(sql, params).then(() => undefined),
          { createdAt: MADE, restoredAt: RESTORED, goOn, revokeTokens },
          PARTS,
        ),
      );
    }

    const statesOf = async (table: string, column: string): Promise<Record<string, string>> => {
      const rows = await app.services.database.read.all<{ id: string; state: string }>(`SELECT id, ${column} AS state FROM ${table}`);
      return Object.fromEntries(rows.map(({ id, state }) => [id, state]));
    };

    it('lets nothing happen twice: work in progress waits for a person', async () => {
      await finish(false);

      const held = await settleRestored(app.services);
      const again = await settleRestored(app.services);
      const { database } = app.services;
      const reason = await database.read.get<{ reason: string }>(`SELECT reason FROM requests WHERE id = 'loading'`);
      const scans = await database.read.all(`SELECT id FROM jobs WHERE state = 'queued' AND name = ?`, [SCAN_LIBRARY.name]);
      const { items } = await app.services.audit.list({ page: 1, limit: 5 });

      expect([held, again]).to.deep.equal([3, undefined]);
      expect(await statesOf('requests', 'status')).to.deep.equal({
        asked: 'awaiting_approval',
        'looked-for': 'failed',
        loading: 'failed',
        'to-come': 'awaiting_release',
        'just-out': 'failed',
        had: 'available',
        odd: 'warn',
      });
      expect(JSON.parse(reason?.reason ?? '')).to.deep.include({ code: 'restored' });
      expect(await statesOf('jobs', 'state')).to.deep.include({ queued: 'cancelled', running: 'cancelled', done: 'done' });
      expect(await statesOf('notification_deliveries', 'state')).to.deep.equal({
        queued: 'unknown',
        sending: 'unknown',
        sent: 'sent',
        failed: 'failed',
      });
      expect(scans).to.have.length(1);
      expect(items[0]).to.deep.include({ action: 'backup.restored', actorName: 'command line' });
    });

    it('continues where it was if told that nothing has happened since', async () => {
      const before = await statesOf('requests', 'status');
      await finish(true);

      const held = await settleRestored(app.services);

      expect(held).to.equal(0);
      expect(await statesOf('requests', 'status')).to.deep.equal(before);
      expect(await statesOf('jobs', 'state')).to.deep.include({ queued: 'queued', running: 'running' });
      expect(await statesOf('notification_deliveries', 'state')).to.deep.include({ queued: 'queued' });
    });

    it('finds no session, and tokens only if they should stay', async () => {
      const { database } = app.services;
      await finish(true);
      const kept = await database.read.get('SELECT revoked_at FROM api_tokens');
      await finish(true, true);
      const revoked = await database.read.get('SELECT revoked_at FROM api_tokens');

      expect(await database.read.all('SELECT id FROM refresh_sessions')).to.deep.equal([]);
      expect(await database.read.all('SELECT id FROM web_push_devices')).to.deep.equal([]);
      expect(await database.read.get('SELECT sessions_invalidated_at FROM users')).to.deep.equal({ sessionsInvalidatedAt: RESTORED });
      expect([kept, revoked]).to.deep.equal([{ revokedAt: null }, { revokedAt: RESTORED }]);
    });

    it('does nothing without a restore', async () => {
      expect(await settleRestored(app.services)).to.equal(undefined);
      expect(await statesOf('jobs', 'state')).to.deep.include({ queued: 'queued' });
    });
  });
}
