import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, startApp, type RunningApp } from '@lectern/core';
import { createLogTail } from './log-tail.spec.support.js';

export const BARE_PASSWORD = 'correct horse battery';

/** A session of somebody, opened past the sign-in form so that its limits do not matter. */
export interface OpenSession {
  readonly userId: string;
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly csrfToken: string;
}

/** A server without integrations and without background work: only requests cause anything. */
export interface BareServer {
  readonly app: RunningApp;
  readonly url: string;
  readonly dataDir: string;
  log(): string;
  /** @returns the id */
  createUser(
    username: string,
    role?: 'admin' | 'user',
    permissions?: { readonly interactiveSearch?: boolean; readonly downloadAccess?: boolean },
  ): Promise<string>;
  session(userId: string): Promise<OpenSession>;
  /** Like {@link session}, but too old for changes that decide who gets in. */
  staleSession(userId: string): Promise<OpenSession>;
  /**
   * Puts a request that waits for approval into the database.
   *
   * @param asin default: that of another book each time
   * @returns its id
   */
  insertRequest(userId: string, asin?: string): Promise<string>;
  /** Forgets all failed attempts of this machine. */
  forgetAttempts(): Promise<void>;
  /** Restarts it at the same address and over the same data. Changes by `env` remain. */
  restart(env?: NodeJS.ProcessEnv): Promise<void>;
  stop(): Promise<void>;
}

const SPEC = { name: 'spec' };
const BUCKETS = [
  'sign-in-finish',
  'token-sign-in',
  'sign-in',
  'sign-in-account',
  'registration',
  'refresh',
  'setup',
  'file-download',
] as const;

/** The bits of a session that go into a request. */
export function bearer({ accessToken }: OpenSession): Record<string, string> {
  return { authorization: `Bearer ${accessToken}` };
}

export function cookies({ accessToken, csrfToken }: OpenSession): Record<string, string> {
  return { cookie: `lectern_access=${accessToken}; lectern_csrf=${csrfToken}` };
}

export async function startBareServer(env: NodeJS.ProcessEnv = {}): Promise<BareServer> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-bare-'));
  const log = createLogTail(2_000_000);
  const settings = {
    LECTERN_DATA: dataDir,
    LECTERN_HOST: '127.0.0.1',
    LECTERN_LOG_LEVEL: 'debug',
    LECTERN_ROLE: 'web',
    LECTERN_TIME_SCALE: '0.05',
    // nobody is there: no spec asks a registry outside
    LECTERN_PLUGIN_REGISTRY: 'http://127.0.0.1:9/',
    ...env,
  };
  const start = (port = '0') =>
    startApp(loadConfig({ ...settings, LECTERN_PORT: port }), { validateResponses: true, passwordCost: 4, logTo: log.stream });
  let app = await start().catch(async (error: unknown) => {
    await rm(dataDir, { recursive: true, force: true });
    throw error;
  });
  const { url, port } = app;
  let count = 0;
  const server: BareServer = {
    get app() {
      return app;
    },
    url,
    dataDir,
    log: log.text,
    async createUser(username, role = 'user', permissions) {
      const user = await app.services.users.create({ username, password: BARE_PASSWORD, role }, SPEC);
      if (permissions) await app.services.users.update(user.id, { permissions }, SPEC);
      return user.id;
    },
    async session(userId) {
      const opened = await app.services.auth.openSession(userId, { address: '127.0.0.1', userAgent: 'spec' });
      const { accessToken, refreshToken, csrfToken } = opened;
      return { userId, accessToken, refreshToken, csrfToken };
    },
    async staleSession(userId) {
      const session = await server.session(userId);
      const { database, sessions } = app.services;
      const past = new Date(Date.now() - 16 * 60_000).toISOString();
      const family = (await sessions.familyOf(session.refreshToken)) ?? '';
      await database.transaction((tx) => tx.run('UPDATE refresh_sessions SET authenticated_at = ? WHERE family_id = ?', [past, family]));
      return session;
    },
    async insertRequest(userId, asin) {
      const id = randomUUID();
      const at = new Date().toISOString();
      count += 1;
      await app.services.database.transaction((tx) =>
        tx.insert('requests', {
          id,
          userId,
          asin: asin ?? `W${String(count).padStart(9, '0')}`,
          region: 'us',
          type: 'audiobook',
          title: 'A Walk',
          author: 'A. Walker',
          status: 'awaiting_approval',
          statusGroup: 'waiting',
          version: 1,
          statusSince: at,
          origin: 'manual',
          createdAt: at,
          updatedAt: at,
        }),
      );
      return id;
    },
    async forgetAttempts() {
      for (const bucket of BUCKETS) {
        for (const key of ['127.0.0.1', 'x']) await app.services.rateLimiter.reset(bucket, key);
      }
    },
    async restart(change = {}) {
      await app.stop();
      Object.assign(settings, change);
      app = await start(String(port));
      await app.ready;
    },
    async stop() {
      await app.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}
