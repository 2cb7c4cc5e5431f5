import { createECDH, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BareServer } from '../bare-server.spec.support.js';

export const SCOPES = ['read', 'requests:write', 'library:read', 'admin:read', 'admin:write'] as const;
export type Scope = (typeof SCOPES)[number];

/** The callers of the walk, by their relation to the owner's things. */
export type WalkedPerson = 'admin' | 'owner' | 'stranger' | 'searcher' | 'subscriber' | 'downloader' | 'outsider';

/** An API token as it was made. */
export interface WalkedToken {
  readonly row: { readonly id: string };
  readonly token: string;
}

/** Makes the things behind path parameters. `ids` are those of users, known by the time a thing is made. */
export function walkedThings(server: () => BareServer, ids: Readonly<Record<WalkedPerson, string>>) {
  /** A fresh thing for each call, so that no call sees the effects of another. One entry per resource. */
  const resources: Readonly<Record<string, () => Promise<string>>> = {
    '/api/audiobooks/category/{id}': async () => 'fiction',
    '/api/auth/external/{id}': async () => randomUUID(),
    '/api/auth/confirm/{provider}': async () => randomUUID(),
    '/api/audiobooks/{asin}': async () => 'B0WALK0001',
    '/audiobooks/{asin}': async () => 'B0WALK0001',
    '/api/covers/{asin}': async () => 'B0WALK0001',
    '/api/authors/{id}': async () => 'B0WALK0001',
    '/api/series/{id}': async () => 'B0WALK0001',
    '/api/docs/{file}': async () => 'api-docs.js',
    '/api/requests/{id}': () => request(),
    '/api/admin/requests/{id}': () => request(),
    '/api/user/api-tokens/{id}': () => apiTokenId(),
    '/api/admin/api-tokens/{id}': () => apiTokenId(),
    '/api/user/sessions/{id}': () => sessionId(),
    '/api/web-push/subscriptions/{id}': () => pushDevice(),
    '/api/user/identities/{provider}': async () => randomUUID(),
    '/api/user/identities/{id}': () => identity(),
    '/api/admin/users/{id}': () => server().createUser(`victim-${randomUUID()}`),
    '/api/admin/integrations/{id}': () => integration(),
    '/api/admin/plugins/{id}': async () => 'notify-discord',
    '/api/admin/notifications/subscriptions/{integrationId}': () => integration(),
    '/api/admin/notifications/test/{integrationId}': () => integration(),
    '/api/user/shelves/{id}': () => shelf(),
    '/api/notifications/targets/{id}': () => notificationTarget(),
    '/api/notifications/test/{way}': async () => 'mail',
    '/api/user/ignored-audiobooks/check/{asin}': async () => 'B0WALK0001',
    '/api/user/ignored-audiobooks/{id}': () => ignoredBook(),
    '/api/user/watched-series/{id}': () => followed('watched_series', 'seriesId'),
    '/api/user/watched-authors/{id}': () => followed('watched_authors', 'authorId'),
    '/api/reports/{id}': () => report(),
    '/api/releases/{id}': () => foundRelease(),
    '/api/uploads/{id}': () => upload(),
    '/api/admin/reports/{id}': () => report(),
    '/api/admin/uploads/{id}': () => upload(),
    '/api/admin/blocklist/{id}': async () => randomUUID(),
    '/api/admin/library/{id}': async () => randomUUID(),
    '/api/admin/library/bin/{id}': async () => randomUUID(),
    '/api/admin/library/series-gaps/{id}': async () => 'B0WALKSER1',
    '/api/admin/library/findings/{id}': async () => randomUUID(),
    '/api/admin/webhooks/{id}': () => webhook(),
    '/api/admin/renames/{id}': () => rename(),
    '/api/admin/take-ins/{id}': () => takeIn(),
    '/api/admin/works/{asin}': async () => 'B0WALK0001',
    '/api/admin/works/changes/{id}': async () => randomUUID(),
    '/api/admin/jobs/{name}': async () => 'library.scan',
    '/api/admin/jobs/runs/{id}': () => job(),
    '/api/admin/backups/{name}': () => backup(),
  };

  /** A request of the owner, to which the subscriber and the downloader subscribe. */
  async function request(): Promise<string> {
    const requestId = await server().insertRequest(ids.owner);
    const createdAt = new Date().toISOString();
    await server().app.services.database.transaction(async (tx) => {
      for (const userId of [ids.subscriber, ids.downloader]) await tx.insert('request_subscribers', { requestId, userId, createdAt });
    });
    return requestId;
  }

  async function integration(): Promise<string> {
    const settings = { webhookUrl: 'http://127.0.0.1:9/api/webhooks/1/walk', allowOtherHost: true };
    const input = { pluginId: 'notify-discord', name: 'Walked', enabled: false, settings };
    return (await server().app.services.integrations.create(input, { name: 'spec' })).id;
  }

  /** One with which people sign in. */
  async function signInIntegration(): Promise<string> {
    const settings = { issuer: 'http://127.0.0.1:9', clientId: 'walked' };
    const input = { pluginId: 'sign-in-oidc', name: 'Walked', enabled: false, settings };
    return (await server().app.services.integrations.create(input, { name: 'spec' })).id;
  }

  /** A token, past the limit on making them, which is counted by who asks. */
  async function apiToken(userId: string, scopes: readonly Scope[], expiresAt?: string): Promise<WalkedToken> {
    const actor = { id: randomUUID(), name: 'spec' };
    return server().app.services.apiTokens.create({ userId, name: 'Walked', scopes, expiresAt }, actor);
  }

  /** Makes a token of the owner. It is created for another user first, because the owner would soon have too many. */
  async function apiTokenId(): Promise<string> {
    const { row } = await apiToken(await server().createUser(`holder-${randomUUID()}`), ['read']);
    await server().app.services.database.transaction((tx) => tx.run('UPDATE api_tokens SET user_id = ? WHERE id = ?', [ids.owner, row.id]));
    return row.id;
  }

  /** One the owner has opened elsewhere. */
  async function sessionId(): Promise<string> {
    const { refreshToken } = await server().session(ids.owner);
    return (await server().app.services.sessions.familyOf(refreshToken)) ?? '';
  }

  /** A browser that is notified for the owner. */
  async function pushDevice(): Promise<string> {
    const curve = createECDH('prime256v1');
    const keys = { p256dh: curve.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') };
    const owner = { userId: ids.owner, sessionId: undefined, userAgent: 'walk' };
    // a fresh one for each call, of which one person may not have many
    const { webPushDevices } = server().app.services;
    await webPushDevices.remove((await webPushDevices.listOf(ids.owner)).map(({ id }) => id));
    return (await webPushDevices.save(owner, { endpoint: `https://push.example.net/${randomUUID()}`, keys })).id;
  }

  /** An account elsewhere that the owner has linked. */
  async function identity(): Promise<string> {
    const id = randomUUID();
    const linked = { id, userId: ids.owner, provider: 'integration:walked', subject: id, createdAt: new Date().toISOString() };
    await server().app.services.database.transaction((tx) => tx.insert('user_identities', linked));
    return id;
  }

  /** A target of the owner. For others it does not exist. */
  async function notificationTarget(): Promise<string> {
    const { personalTargets, database } = server().app.services;
    const at = new Date().toISOString();
    const id = randomUUID();
    const settings = { server: 'https://ntfy.example', topic: 'walked' };
    const target = { id, userId: ids.owner, pluginId: 'notify-ntfy', name: 'Walked', settings, secrets: {}, pluginVersion: '1.0.0' };
    await database.transaction(async (tx) => {
      await tx.run('DELETE FROM personal_targets');
      await personalTargets.insert(tx, { ...target, createdAt: at, updatedAt: at });
    });
    return id;
  }

  /** A shelf of the owner. For others it does not exist. */
  async function shelf(): Promise<string> {
    const { shelfStore, database } = server().app.services;
    const at = new Date().toISOString();
    const id = randomUUID();
    await database.transaction((tx) =>
      shelfStore.insert(tx, {
        id,
        userId: ids.owner,
        pluginId: 'shelf-goodreads',
        name: 'Walked',
        settings: { profile: '1', shelf: 'to-read' },
        secrets: {},
        pluginVersion: '1.0.0',
        autoRequest: false,
        paused: true,
        failures: 0,
        lastWalk: null,
        readAt: null,
        triedAt: null,
        nextAt: null,
        createdAt: at,
        updatedAt: at,
      }),
    );
    await shelfBook(id, at);
    return id;
  }

  /** The book that samples of queries and bodies name, on a shelf of its owner, who corrected it. */
  async function shelfBook(shelfId: string, at: string): Promise<void> {
    const book = { provider: 'shelf-goodreads', bookId: 'x', title: 'Walked', author: 'Nobody' };
    await server().app.services.database.transaction(async (tx) => {
      await tx.insert('shelf_books', {
        ...book,
        shelfId,
        outcome: 'not_matched',
        reason: null,
        requestId: null,
        selected: true,
        addedAt: at,
        firstWalk: 'w',
        seenWalk: 'w',
        missingWalks: 0,
      });
      await tx.run(
        `INSERT INTO book_mappings (id, provider, book_id, title, author, state, updated_at) VALUES (?, ?, 'x', 'Walked', 'Nobody', 'none', ?)
         ON CONFLICT (provider, book_id) DO NOTHING`,
        [randomUUID(), book.provider, at],
      );
      await tx.run(
        `INSERT INTO book_mapping_corrections (provider, book_id, holds_for, asin, created_at) VALUES (?, 'x', ?, NULL, ?)
         ON CONFLICT (provider, book_id, holds_for) DO NOTHING`,
        [book.provider, ids.owner, at],
      );
    });
  }

  async function ignoredBook(): Promise<string> {
    const id = randomUUID();
    const asin = id.replaceAll('-', '').slice(0, 10).toUpperCase();
    const row = { id, userId: ids.owner, asin, createdAt: new Date().toISOString() };
    await server().app.services.database.transaction((tx) => tx.insert('ignored_audiobooks', row));
    return id;
  }

  /** A series or an author that the owner follows. */
  async function followed(table: string, column: string): Promise<string> {
    const id = randomUUID();
    const at = new Date().toISOString();
    const row = { id, userId: ids.owner, [column]: id, region: 'us', name: 'Walked', mode: 'tell', startRule: 'from_now', startedAt: at };
    const checks = { createdAt: at, failures: 0, memory: '{"awaited":[],"asked":[]}' };
    await server().app.services.database.transaction((tx) => tx.insert(table, { ...row, ...checks }));
    return id;
  }

  /** An open report of the owner. */
  async function report(): Promise<string> {
    const id = randomUUID();
    const at = new Date().toISOString();
    const asin = id.replaceAll('-', '').slice(0, 10).toUpperCase();
    const said = { kind: 'sound', text: 'Walked', state: 'open', lastFrom: 'reporter', createdAt: at, updatedAt: at };
    const row = { id, userId: ids.owner, asin, region: 'us', title: 'Walked', author: 'Nobody', ...said };
    await server().app.services.database.transaction((tx) => tx.insert('reported_issues', row));
    return id;
  }

  /** One that the owner found. */
  async function foundRelease(): Promise<string> {
    const { database, foundReleases } = server().app.services;
    const release = {
      guid: 'walked',
      title: 'Walked',
      protocol: 'torrent',
      indexer: { id: '1', name: 'Walked' },
      flags: [],
      private: {},
    } as const;
    const search = { userId: ids.owner, words: 'walked' };
    const { ids: made } = await database.transaction((tx) => foundReleases.save(tx, search, [{ integrationId: randomUUID(), release }]));
    return made[0] ?? '';
  }

  /** One that the owner has begun. */
  async function upload(): Promise<string> {
    const id = randomUUID();
    const at = new Date().toISOString();
    const row = { id, requestId: await request(), userId: ids.owner, state: 'receiving', bytes: 1, createdAt: at, updatedAt: at };
    await server().app.services.database.transaction(async (tx) => {
      await tx.insert('uploads', row);
      await tx.insert('upload_files', { uploadId: id, position: 0, name: 'Walked.mp3', size: 1 });
    });
    return id;
  }

  /** A library of which one book was found. */
  async function takeIn(): Promise<string> {
    const id = randomUUID();
    const at = new Date().toISOString();
    const none = { stopping: false, found: 0, done: 0, total: 0, notes: '{}' };
    const row = { id, root: '/walked', state: 'reading', ...none, createdAt: at, actorName: 'spec' };
    await server().app.services.database.transaction((tx) => tx.insert('take_ins', row));
    return id;
  }

  async function webhook(): Promise<string> {
    const { database } = server().app.services;
    // a fresh one for each call, of which there may not be many
    await database.transaction((tx) => tx.run('DELETE FROM webhooks'));
    const input = { name: 'Walked', url: 'http://127.0.0.1:9/hook', events: null, enabled: true };
    return (await server().app.services.webhooks.create(input, { name: 'walk' })).webhook.id;
  }

  /** One that was cancelled before it moved anything. */
  async function rename(): Promise<string> {
    const id = randomUUID();
    const at = new Date().toISOString();
    const row = {
      id,
      state: 'cancelled',
      createdAt: at,
      endedAt: at,
      actorName: 'Walked',
      done: 0,
      total: 0,
      unchanged: 0,
      stopping: false,
    };
    await server().app.services.database.transaction((tx) => tx.insert('renames', row));
    return id;
  }

  async function job(): Promise<string> {
    const { jobs, database } = server().app.services;
    await database.transaction((tx) => jobs.enqueue(tx, { name: 'library.scan', payload: {}, subject: randomUUID() }));
    const [newest] = await jobs.list({ name: 'library.scan', limit: 1 });
    return newest?.id ?? '';
  }

  /** Named for a moment that is its own. */
  async function backup(): Promise<string> {
    const { config } = server().app.services;
    const digits = String(randomInt(10 ** 12)).padStart(17, '0');
    const name = `lectern-${digits.slice(0, 8)}T${digits.slice(8)}Z-manual.tar.gz`;
    await mkdir(join(config.dataDir, 'backups'), { recursive: true });
    await writeFile(join(config.dataDir, 'backups', name), 'walked');
    return name;
  }

  return { resources, apiToken, signInIntegration };
}
