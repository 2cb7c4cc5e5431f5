import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { filledIn } from './browser-scene.spec.support.js';

/** No place to break it. */
const LONG_WORD = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft.2019.GERMAN.MP3-HOERBUCH';
const SPEC = { name: 'spec' };
const TOO_WIDE = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const ASIN = 'B000000001';
const at = new Date().toISOString();

requireOrSkip('chromium')('words that are longer than a phone is wide', () => {
  let server: BareServer;
  let admin: AdminPage;
  const ids = { request: '', integration: '', shelf: randomUUID() };

  async function fill(): Promise<void> {
    const { services } = server.app;
    const { userId } = admin.session;
    ids.request = await server.insertRequest(await server.createUser('reader'));
    const webhook = { webhookUrl: 'http://127.0.0.1:9/api/webhooks/1/walk', allowOtherHost: true };
    const input = { pluginId: 'notify-discord', name: LONG_WORD.slice(0, 80), enabled: false, settings: webhook };
    ids.integration = (await services.integrations.create(input, SPEC)).id;
    const [person] = [{ name: LONG_WORD }];
    const words = { subtitle: LONG_WORD, description: LONG_WORD, publisher: LONG_WORD, genres: [LONG_WORD] };
    await services.catalog.remember([
      {
        asin: ASIN,
        region: 'us',
        title: LONG_WORD,
        authors: [person],
        narrators: [LONG_WORD],
        series: [{ name: LONG_WORD, part: '1' }],
        ...words,
      },
    ]);
    await services.database.transaction(async (tx) => {
      const reason = { code: 'test', message: `No file in ${LONG_WORD}`, todo: LONG_WORD, since: at };
      await tx.run('UPDATE requests SET title = ?, author = ?, reason = ? WHERE id = ?', [
        ...[LONG_WORD, LONG_WORD, JSON.stringify(reason), ids.request],
      ]);
      await tx.run('UPDATE users SET display_name = ?', [LONG_WORD]);
      await tx.insert('library_items', {
        id: randomUUID(),
        integrationId: ids.integration,
        libraryId: 'l',
        itemId: 'i',
        title: LONG_WORD,
        path: `/${LONG_WORD}`,
        authors: JSON.stringify([LONG_WORD]),
        narrators: JSON.stringify([LONG_WORD]),
        hasCover: false,
        addedAt: at,
        updatedAt: at,
        seenScan: 's',
        missingScans: 0,
      });
      await tx.insert('shelves', {
        id: ids.shelf,
        userId,
        pluginId: 'shelf-goodreads',
        name: LONG_WORD,
        settings: '{}',
        secretsSealed: null,
        pluginVersion: '1.0.0',
        autoRequest: false,
        paused: true,
        failures: 1,
        lastWalk: null,
        result: null,
        error: JSON.stringify({ code: 'INTEGRATION_UNAVAILABLE', message: LONG_WORD, at }),
        readAt: at,
        triedAt: at,
        nextAt: null,
        createdAt: at,
        updatedAt: at,
      });
      await tx.insert('shelf_books', {
        shelfId: ids.shelf,
        provider: 'shelf-goodreads',
        bookId: '1',
        title: LONG_WORD,
        author: LONG_WORD,
        outcome: 'not_matched',
        reason: LONG_WORD,
        requestId: null,
        selected: true,
        addedAt: at,
        firstWalk: 'w',
        seenWalk: 'w',
        missingWalks: 0,
      });
      await tx.insert('jobs', {
        id: randomUUID(),
        name: 'library.scan',
        state: 'failed',
        payload: '{}',
        priority: 0,
        runAt: at,
        attempt: 5,
        maxAttempts: 5,
        error: LONG_WORD,
        cancelRequested: false,
        createdAt: at,
        startedAt: at,
        finishedAt: at,
      });
      await tx.insert('audit_log', {
        id: randomUUID(),
        at,
        actorId: userId,
        actorName: LONG_WORD,
        action: 'request.updated',
        targetType: 'request',
        targetId: ids.request,
        detail: JSON.stringify({ title: LONG_WORD, events: [LONG_WORD] }),
        address: '127.0.0.1',
      });
    });
    await services.apiTokens.create({ userId, name: LONG_WORD.slice(0, 60), scopes: ['read'] }, { id: userId, name: 'spec' });
  }

  before(async () => {
    server = await startBareServer();
    admin = await openAdminPage(server);
    await fill();
    await admin.page.setViewportSize({ width: 390, height: 844 });
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  it('make no page wider than the phone', async () => {
    const { page } = admin;
    const wide: string[] = [];
    const shown: string[] = [];
    const paths = [
      ...['/', '/search', `/book/${ASIN}`, '/requests?group=waiting', `/requests/${ids.request}`, '/account', '/shelves'],
      ...[`/shelves/${ids.shelf}`, '/admin', '/admin/approvals', '/admin/requests', '/admin/library', '/admin/integrations'],
      ...[`/admin/integrations/${ids.integration}`, '/admin/users', '/admin/api-tokens', '/admin/jobs', '/admin/audit', '/admin/settings'],
      '/admin/logs',
    ];
    for (const [index, path] of paths.entries()) {
      await page.goto(path);
      await filledIn(page);
      const pixels = await page.evaluate<number>(TOO_WIDE);
      if (pixels > 0) wide.push(`${path}: ${pixels} px`);
      if ((await page.locator('main').innerText()).includes(LONG_WORD.slice(0, 40))) shown.push(path);
      const folder = process.env['SHOTS'];
      if (folder !== undefined) await page.screenshot({ path: `${folder}/long-${String(index).padStart(2, '0')}.png`, fullPage: true });
    }

    expect(wide).to.deep.equal([]);
    expect(shown).to.include.members([`/book/${ASIN}`, '/account', '/shelves', '/admin/library', '/admin/integrations', '/admin/jobs']);
    expect(shown).to.include.members([
      '/admin/audit',
      '/admin/users',
      '/admin/api-tokens',
      `/shelves/${ids.shelf}`,
      `/requests/${ids.request}`,
    ]);
    expect(admin.problems).to.deep.equal([]);
  });
});
