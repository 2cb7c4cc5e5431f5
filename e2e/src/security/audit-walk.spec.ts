import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bearer, startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { send, type WalkedRoute } from './route-walk.spec.support.js';

const PASSWORD = 'planted password battery';
const WEBHOOK = { webhookUrl: 'http://127.0.0.1:9/api/webhooks/1/planted-webhook-secret', allowOtherHost: true };

type Fields = Readonly<Record<string, unknown>>;
/** The body of a call, or a function that makes it when its turn comes. */
type Body = Fields | (() => Fields);

/** The target and the body of one call. */
interface Call {
  readonly path?: string;
  readonly body?: object;
}

/** A route that an admin changes something with, and the entry that has to be there after it. */
interface Audited {
  readonly action: string;
  /** Makes the things that the call needs. Absent: another spec shows the entry. */
  readonly call?: () => Promise<Call>;
  readonly shownBy?: string;
}

/**
 * What is written here goes on after the session or token that wrote it: who gets in, whose code runs, to whom things are sent and from
 * where they are taken.
 */
const LASTING_TABLES = ['integrations', 'login_tokens', 'mail_servers', 'plugins', 'user_identities', 'webhooks'];

/** They write there, and let nobody in and add no receiver. */
const LETS_NOBODY_IN = [
  // takes links back
  'DELETE /api/admin/users/{id}/login-token',
  // chooses what receivers hear that are saved
  'PUT /api/admin/notifications/subscriptions/{integrationId}',
];

const writesLasting = (sql: string): boolean =>
  LASTING_TABLES.some((table) => new RegExp(`^\\s*(INSERT INTO|UPDATE|DELETE FROM) "?${table}\\b`, 'i').test(sql));

/** Routes that ask or try something, and leave everything as it was. */
const CHANGES_NOTHING = [
  'POST /api/admin/integrations/check',
  'POST /api/admin/integrations/choices',
  'POST /api/admin/integrations/{id}/check',
  'POST /api/admin/integrations/{id}/path-mappings/test',
  'POST /api/admin/settings/path-template/preview',
];

const CORRECTIONS_SPEC = '../../../core/src/features/shelves/corrections.spec.ts';
const WORKS_SPEC = '../../../core/src/features/catalog/work-editor.spec.ts';
const TAKE_IN_SPEC = '../../../core/src/features/take-in/take-in.spec.ts';
const CHECK_UP_SPEC = '../../../core/src/features/check-up/check-up.spec.ts';
const RENAMES_SPEC = '../../../core/src/features/renaming/renaming.spec.ts';
const BLOCKLIST_SPEC = '../../../core/src/features/search/blocklist.spec.ts';
const FOREIGN_SPEC = '../../../core/src/features/replacing/replacing-foreign.spec.ts';
const REPLACING_SPEC = '../../../core/src/features/replacing/replacing.spec.ts';
const WEBHOOKS_SPEC = '../../../core/src/features/webhooks/webhooks.spec.ts';
const MAIL_SPEC = '../../../core/src/features/mail/routes.spec.ts';
const UPLOADS_SPEC = '../../../core/src/features/uploads/admin-uploads.spec.ts';
const PLUGINS_SPEC = '../../../core/src/features/plugins/installed-plugins.spec.ts';

describe('audit of what admins do', () => {
  let server: BareServer;
  let library: string;
  /** Has a file that could be imported. */
  let shelfDir: string;
  const shelf = () => shelfDir;
  const ids = { admin: '', owner: '' };

  const database = () => server.app.services.database;
  const user = () => server.createUser(`audited-${randomUUID()}`);
  async function userWithCalendar(): Promise<string> {
    const id = await user();
    await server.app.services.calendarAddresses.make(id, { name: 'spec' });
    return id;
  }

  async function request(status = 'awaiting_approval', group = 'waiting'): Promise<string> {
    const id = await server.insertRequest(ids.owner);
    await database().transaction((tx) => tx.run('UPDATE requests SET status = ?, status_group = ? WHERE id = ?', [status, group, id]));
    return id;
  }

  async function failedDownload(): Promise<string> {
    const requestId = await request('failed', 'failed');
    const at = new Date().toISOString();
    await database().transaction((tx) =>
      tx.insert('download_history', {
        id: randomUUID(),
        requestId,
        integrationId: randomUUID(),
        itemId: 'a',
        state: 'failed',
        release: '{}',
        releaseKey: 'k',
        ours: true,
        missingCount: 0,
        createdAt: at,
        updatedAt: at,
      }),
    );
    return requestId;
  }

  async function integration(pluginId = 'notify-discord', settings: Record<string, string | boolean> = WEBHOOK): Promise<string> {
    return (await server.app.services.integrations.create({ pluginId, name: 'Audited', settings }, { name: 'spec' })).id;
  }

  async function libraryItem(): Promise<string> {
    const id = randomUUID();
    const at = new Date().toISOString();
    const integrationId = await integration();
    await database().transaction((tx) =>
      tx.insert('library_items', {
        id,
        integrationId,
        libraryId: 'l',
        itemId: id,
        title: 'T',
        authors: '[]',
        narrators: '[]',
        hasCover: false,
        addedAt: at,
        updatedAt: at,
        seenScan: id,
        missingScans: 0,
      }),
    );
    return id;
  }

  /** An item with a likely book in the catalogue. */
  async function likelyMatch(): Promise<string> {
    const itemId = await libraryItem();
    const fits = { titleFit: 'same', authorFit: 'same', lengthFit: 'same' };
    await database().transaction((tx) => tx.insert('library_likely_matches', { itemId, asin: 'B0AUDIT001', score: 100, ...fits }));
    return itemId;
  }

  /** A series of which the library has a book. */
  async function librarySeries(): Promise<string> {
    const seriesId = `S${randomUUID().slice(0, 8)}`;
    const none = { owned: 1, missing: 1, upcoming: 0, missingParts: '[]' };
    const named = { region: 'us', seriesId, name: 'Saga', searchName: 'saga', books: 1, booksKey: 'k' };
    await database().transaction((tx) => tx.insert('library_series', { ...named, ...none, walkAt: new Date().toISOString() }));
    return seriesId;
  }

  async function report(state = 'open'): Promise<string> {
    const id = randomUUID();
    const at = new Date().toISOString();
    const book = { asin: id.replaceAll('-', '').slice(0, 10).toUpperCase(), region: 'us', title: 'T', author: 'A' };
    const said = { kind: 'sound', text: 'x', state, lastFrom: 'reporter', createdAt: at, updatedAt: at };
    await database().transaction((tx) => tx.insert('reported_issues', { id, userId: ids.owner, ...book, ...said }));
    return id;
  }

  async function token(): Promise<string> {
    const input = { userId: await user(), name: 'Audited', scopes: ['read'] as const };
    return (await server.app.services.apiTokens.create(input, { name: 'spec' })).row.id;
  }

  async function job(): Promise<string> {
    await database().transaction((tx) => server.app.services.jobs.enqueue(tx, { name: 'library.scan', subject: randomUUID() }));
    const [newest] = await server.app.services.jobs.list({ name: 'library.scan', limit: 1 });
    return newest?.id ?? '';
  }

  async function madeBackup(): Promise<string> {
    return (await server.app.services.backups.create('manual')).name;
  }

  const on = (make: () => Promise<string>, body?: Body) => async (): Promise<Call> => ({
    path: await make(),
    body: typeof body === 'function' ? body() : body,
  });
  const sends = (body?: Body) => async (): Promise<Call> => ({ body: typeof body === 'function' ? body() : body });

  const AUDITED: Readonly<Record<string, Audited>> = {
    'POST /api/setup/library': { action: 'settings.updated', call: sends(() => ({ path: library })) },
    'POST /api/setup/complete': { action: 'settings.updated', call: sends() },
    'POST /api/admin/users': {
      action: 'user.created',
      call: sends(() => ({ username: `made-${randomUUID()}`, password: PASSWORD, role: 'user' })),
    },
    'PATCH /api/admin/users/{id}': { action: 'user.updated', call: on(user, { password: PASSWORD, role: 'admin' }) },
    'DELETE /api/admin/users/{id}': { action: 'user.deleted', call: on(user) },
    'POST /api/admin/users/{id}/login-token': { action: 'login_token.created', call: on(user) },
    'DELETE /api/admin/users/{id}/login-token': { action: 'user.sessions_ended', call: on(user) },
    'DELETE /api/admin/users/{id}/calendar-address': { action: 'calendar_address.revoked', call: on(userWithCalendar) },
    'POST /api/admin/api-tokens': { action: 'api_token.created', call: sends(() => ({ userId: ids.owner, name: 'T', scopes: ['read'] })) },
    'DELETE /api/admin/api-tokens/{id}': { action: 'api_token.revoked', call: on(token) },
    'POST /api/admin/requests/{id}/approve': { action: 'request.approved', call: on(request, {}) },
    'POST /api/admin/requests/{id}/deny': { action: 'request.denied', call: on(request, { reason: 'No.' }) },
    'POST /api/admin/requests/{id}/undo-approval': {
      action: 'request.approval_undone',
      call: on(() => request('awaiting_search', 'waiting')),
    },
    'POST /api/admin/requests/{id}/undo-denial': { action: 'request.denial_undone', call: on(() => request('denied', 'closed')) },
    'PATCH /api/admin/requests/{id}/search-terms': {
      action: 'request.search_terms_changed',
      call: on(request, { customSearchTerms: 'other words' }),
    },
    'POST /api/admin/requests/{id}/retry-download': { action: 'request.download_retried', call: on(failedDownload) },
    'POST /api/admin/requests/{id}/accept-import': { action: 'request.import_accepted', call: on(() => request('warn', 'failed')) },
    'POST /api/admin/manual-import': {
      action: 'request.manual_import',
      call: async () => ({ body: { requestId: await request(), path: shelf() } }),
    },
    'POST /api/admin/requests/{id}/manual-import': { action: 'request.manual_import', call: on(request, () => ({ path: shelf() })) },
    'DELETE /api/requests/{id}': { action: 'request.deleted', call: on(() => request('failed')) },
    'POST /api/admin/requests/{id}/reject-release': { action: 'request.release_rejected', call: on(() => request('warn', 'failed')) },
    'PUT /api/admin/notifications/subscriptions/{integrationId}': {
      action: 'notifications.subscribed',
      call: on(integration, { events: ['request_available'] }),
    },
    'POST /api/admin/notifications/test/{integrationId}': { action: 'notifications.tested', call: on(integration) },
    'POST /api/admin/integrations': {
      action: 'integration.created',
      call: sends({ pluginId: 'notify-discord', name: 'Made', settings: WEBHOOK }),
    },
    'PATCH /api/admin/integrations/{id}': { action: 'integration.updated', call: on(integration, { settings: WEBHOOK, enabled: false }) },
    'DELETE /api/admin/integrations/{id}': { action: 'integration.deleted', call: on(integration) },
    'PUT /api/admin/integrations/{id}/path-mappings': {
      action: 'integration.paths_changed',
      call: on(() => integration('client-transmission', { baseUrl: 'http://127.0.0.1:9', username: 'u', password: 'planted-password' }), {
        mappings: [{ remote: '/a', local: '/b' }],
      }),
    },
    'PATCH /api/admin/settings': { action: 'settings.updated', call: sends({ server: { publicUrl: 'https://books.example' } }) },
    'PUT /api/admin/settings/auto-approve': { action: 'settings.updated', call: sends({ enabled: true }) },
    'PUT /api/admin/settings/download-access': { action: 'settings.updated', call: sends({ enabled: true }) },
    'PUT /api/admin/settings/interactive-search': { action: 'settings.updated', call: sends({ enabled: true }) },
    'PUT /api/admin/settings/quota': { action: 'settings.updated', call: sends({ limit: 3, days: 2 }) },
    'POST /api/admin/filesystem/folders': { action: 'folder.created', call: sends(() => ({ parent: library, name: 'New' })) },
    'POST /api/admin/library/scan': { action: 'library.scan_asked', call: sends() },
    'POST /api/admin/library/{id}/link': { action: 'library.linked', call: on(libraryItem, { asin: 'B0AUDIT001' }) },
    'POST /api/admin/library/{id}/reject': { action: 'library.match_rejected', call: on(likelyMatch, { asin: 'B0AUDIT001' }) },
    'POST /api/admin/library/series-gaps/{id}/dismiss': { action: 'library.series_dismissed', call: on(librarySeries, {}) },
    'POST /api/admin/take-ins': { action: 'library.take_in_started', shownBy: TAKE_IN_SPEC },
    'POST /api/admin/take-ins/{id}/accept': { action: 'library.taken_in', shownBy: TAKE_IN_SPEC },
    'POST /api/admin/take-ins/{id}/cancel': { action: 'library.take_in_cancelled', shownBy: TAKE_IN_SPEC },
    'POST /api/admin/take-ins/{id}/undo': { action: 'library.take_in_undone', shownBy: TAKE_IN_SPEC },
    'PUT /api/admin/take-ins/{id}/books/{bookId}': { action: 'library.take_in_corrected', shownBy: TAKE_IN_SPEC },
    'POST /api/admin/library/check-up': { action: 'library.check_up_started', shownBy: CHECK_UP_SPEC },
    'POST /api/admin/library/check-up/cancel': { action: 'library.check_up_cancelled', shownBy: CHECK_UP_SPEC },
    'POST /api/admin/library/findings/{id}/fine': { action: 'library.finding_accepted', shownBy: CHECK_UP_SPEC },
    'POST /api/admin/renames': { action: 'library.rename_planned', shownBy: RENAMES_SPEC },
    'POST /api/admin/renames/{id}/start': { action: 'library.rename_started', shownBy: RENAMES_SPEC },
    'POST /api/admin/renames/{id}/cancel': { action: 'library.rename_cancelled', shownBy: RENAMES_SPEC },
    'POST /api/admin/renames/{id}/undo': { action: 'library.rename_undone', shownBy: RENAMES_SPEC },
    'DELETE /api/admin/renames/{id}': { action: 'library.rename_deleted', shownBy: RENAMES_SPEC },
    'POST /api/admin/blocklist/{id}/unblock': { action: 'blocklist.unblocked', shownBy: BLOCKLIST_SPEC },
    'POST /api/admin/blocklist/{id}/block': { action: 'blocklist.blocked', shownBy: BLOCKLIST_SPEC },
    'POST /api/admin/webhooks': { action: 'webhook.created', shownBy: WEBHOOKS_SPEC },
    'PATCH /api/admin/webhooks/{id}': { action: 'webhook.updated', shownBy: WEBHOOKS_SPEC },
    'DELETE /api/admin/webhooks/{id}': { action: 'webhook.deleted', shownBy: WEBHOOKS_SPEC },
    'POST /api/admin/webhooks/{id}/secret': { action: 'webhook.renewed', shownBy: WEBHOOKS_SPEC },
    'POST /api/admin/webhooks/{id}/test': { action: 'webhook.tested', shownBy: WEBHOOKS_SPEC },
    'POST /api/admin/webhooks/{id}/deliveries/{deliveryId}/again': { action: 'webhook.sent_again', shownBy: WEBHOOKS_SPEC },
    'PUT /api/admin/mail': { action: 'mail.saved', shownBy: MAIL_SPEC },
    'DELETE /api/admin/mail': { action: 'mail.removed', shownBy: MAIL_SPEC },
    'POST /api/admin/mail/test': { action: 'mail.tested', shownBy: MAIL_SPEC },
    'POST /api/admin/reports/{id}/answer': { action: 'report.answered', call: on(report, { text: 'Which one?' }) },
    'POST /api/admin/reports/{id}/resolve': { action: 'report.resolved', call: on(report, {}) },
    'POST /api/admin/reports/{id}/replace': { action: 'report.replacing', shownBy: REPLACING_SPEC },
    'POST /api/admin/reports/{id}/replace-files': { action: 'report.replacing', shownBy: FOREIGN_SPEC },
    'POST /api/admin/library/bin/{id}/restore': { action: 'library.bin_restored', shownBy: FOREIGN_SPEC },
    'DELETE /api/admin/library/bin/{id}': { action: 'library.bin_emptied', shownBy: FOREIGN_SPEC },
    'DELETE /api/admin/uploads/{id}': { action: 'upload.cancelled', shownBy: UPLOADS_SPEC },
    'POST /api/admin/reports/{id}/dismiss': { action: 'report.dismissed', call: on(report, { text: 'No.' }) },
    'POST /api/admin/reports/{id}/reopen': { action: 'report.reopened', call: on(() => report('dismissed'), {}) },
    'POST /api/admin/works/merge': { action: 'work.merged', call: sends({ asin: 'B0AUDIT001', other: 'B0AUDIT002' }) },
    'POST /api/admin/works/split': { action: 'work.split', shownBy: WORKS_SPEC },
    'POST /api/admin/works/changes/{id}/undo': { action: 'work.merged_undone', shownBy: WORKS_SPEC },
    'PUT /api/admin/book-mappings': { action: 'book_mapping.corrected', shownBy: CORRECTIONS_SPEC },
    'DELETE /api/admin/book-mappings': { action: 'book_mapping.restored', shownBy: CORRECTIONS_SPEC },
    'POST /api/admin/jobs/{name}/run': { action: 'job.run', call: on(async () => 'catalog.refresh') },
    'POST /api/admin/jobs/runs/{id}/cancel': { action: 'job.cancelled', call: on(job) },
    'POST /api/admin/backups': { action: 'backup.asked', call: sends() },
    'DELETE /api/admin/backups/{name}': { action: 'backup.deleted', call: on(madeBackup) },
    'PATCH /api/admin/plugins/{id}': { action: 'plugin.disabled', call: on(async () => 'notify-pushover', { enabled: false }) },
    // by a job, once the package is there
    'POST /api/admin/plugins/install': { action: 'plugin.installed', shownBy: PLUGINS_SPEC },
    'POST /api/admin/plugins/upload': { action: 'plugin.installed', shownBy: PLUGINS_SPEC },
    'POST /api/admin/plugins/{id}/update': { action: 'plugin.updated', shownBy: PLUGINS_SPEC },
    'POST /api/admin/plugins/{id}/rollback': { action: 'plugin.rolled_back', shownBy: PLUGINS_SPEC },
    'POST /api/admin/plugins/{id}/release': { action: 'plugin.released', shownBy: PLUGINS_SPEC },
    'DELETE /api/admin/plugins/{id}': { action: 'plugin.removed', shownBy: PLUGINS_SPEC },
  };

  const nameOf = ({ method, path }: WalkedRoute): string => `${method} ${path}`;
  const changing = () => server.app.routes.filter(({ method, access }) => access.rule === 'admin' && method !== 'GET');

  before(async () => {
    server = await startBareServer();
    library = await mkdtemp(join(tmpdir(), 'lectern-audit-'));
    shelfDir = await mkdtemp(join(tmpdir(), 'lectern-audit-'));
    await writeFile(join(shelfDir, 'Book.mp3'), 'audio');
    ids.admin = await server.createUser('auditor', 'admin');
    ids.owner = await server.createUser('owner');
  });
  after(async () => {
    await server.stop();
    for (const folder of [library, shelfDir]) await rm(folder, { recursive: true, force: true });
  });

  it('is decided for every route with which an admin changes something', () => {
    const declared = [...Object.keys(AUDITED), ...CHANGES_NOTHING].sort();

    expect(changing().map(nameOf).sort()).to.deep.equal(declared);
  });

  for (const [route, { action, call, shownBy }] of Object.entries(AUDITED)) {
    if (call) {
      it(`has an entry after ${route}`, async () => {
        const [method = '', path = ''] = route.split(' ');
        const needed = await call();
        const headers = { ...bearer(await server.session(ids.admin)), 'content-type': 'application/json' };

        const written: string[] = [];
        const stop = database().onStatement((sql) => written.push(sql));
        const answer = await send(`${server.url}${path.replace(/\{\w+\}/, needed.path ?? '')}`, {
          method,
          headers,
          ...(needed.body ? { body: JSON.stringify(needed.body) } : {}),
        });
        stop();
        const { items } = await server.app.services.audit.list({ page: 1, limit: 5, actorId: ids.admin });

        expect(answer.status, answer.text).to.be.within(200, 299);
        const declared = server.app.routes.find((one) => nameOf(one) === route);
        if (declared?.confirmation === undefined && !LETS_NOBODY_IN.includes(route))
          expect(written.filter(writesLasting), 'without a confirmed session').to.deep.equal([]);
        const entry = items.find((one) => one.action === action);
        expect(entry, JSON.stringify(items)).to.deep.include({
          action,
          actorId: ids.admin,
          actorName: 'auditor',
          address: '127.0.0.1',
        });
        await database().transaction((tx) => tx.run('UPDATE audit_log SET actor_id = NULL'));
      });
    } else {
      it(`has an entry after ${route}, as another spec shows`, async () => {
        expect(await readFile(new URL(shownBy ?? '', import.meta.url), 'utf8')).to.include(`'${action}'`);
      });
    }
  }

  it('has words for people for every action', async () => {
    const words = await readFile(new URL('../../../messages/src/en/audit.ts', import.meta.url), 'utf8');
    const found = new Set(Object.values(AUDITED).map(({ action }) => action));
    for await (const { action } of server.app.services.audit.all({})) found.add(action);

    expect([...found].filter((action) => !words.includes(`'did.${action}': '`))).to.deep.equal([]);
  });

  it('has no secret in it', async () => {
    const entries: string[] = [];
    for await (const entry of server.app.services.audit.all({})) entries.push(JSON.stringify(entry));

    expect(entries.length).to.be.greaterThan(30);
    expect(entries.filter((entry) => /planted|lect_[\w-]{10}/.test(entry))).to.deep.equal([]);
  });
});
