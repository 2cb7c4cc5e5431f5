import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';

const REQUESTS = 20;
const PEOPLE = ['leto', 'jessica', 'duncan', 'gurney'];

requireOrSkip('chromium')('lists of what is to be decided, in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;

  before(async () => {
    server = await startBareServer();
    const reader = await server.createUser('reader');
    for (let n = 0; n < REQUESTS; n += 1) await server.insertRequest(reader);
    for (const name of PEOPLE) await server.createUser(name);
    await server.app.services.database.transaction(async (tx) => {
      await tx.insert('request_counts', { userId: reader, status: 'awaiting_approval', count: REQUESTS });
      await tx.run(`UPDATE users SET state = 'pending' WHERE username IN (${PEOPLE.map(() => '?').join(', ')})`, PEOPLE);
    });
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  const count = async (sql: string): Promise<number> =>
    Number((await server.app.services.database.read.get<{ n: number }>(`SELECT COUNT(*) AS n FROM ${sql}`))?.n);
  const waiting = () => count("requests WHERE status = 'awaiting_approval'");
  const pending = () => count("users WHERE state = 'pending'");

  const LISTS = [
    { name: 'the home page', path: '/', rows: 'article', left: waiting },
    { name: 'the approvals', path: '/admin/approvals', rows: 'article', left: waiting },
    { name: 'the overview', path: '/admin', rows: 'article', left: waiting },
    { name: 'the people who wait', path: '/admin/users', rows: 'main li', left: pending },
  ] as const;

  for (const { name, path, rows, left } of LISTS) {
    it(`decides one with two presses, and keeps its place until the pointer has left, on ${name}`, async () => {
      const { page } = admin;
      await page.goto(path);
      const row = page.locator(rows).filter({ has: page.getByRole('button', { name: /^Approve/ }) });
      await row.nth(1).waitFor();
      const before = await left();
      const shown = await row.count();
      const box = await row
        .first()
        .getByRole('button', { name: /^Approve/ })
        .boundingBox();
      const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2];

      await page.mouse.move(x, y);
      await page.mouse.click(x, y, { clickCount: 2, delay: 20 });
      await becomes(left, before - 1, 'one is decided');
      await page.mouse.click(x, y);
      await becomes(() => page.locator('[data-gone]').count(), 1, 'the one that was decided stays');
      await page.mouse.click(x, y, { delay: 20 });

      await page.waitForLoadState('networkidle').catch(() => undefined);
      expect(await left()).to.be.within(before - 1, before);
      expect(await row.count(), 'none came under the pointer and was decided').to.be.at.least(shown - 1);
      expect(admin.problems).to.deep.equal([]);
    });
  }

  it('takes an approval back in its row, from the keyboard', async () => {
    const { page } = admin;
    await page.goto('/admin/approvals');
    const first = page.getByRole('article').first();
    const before = await waiting();
    await first.getByRole('button', { name: 'Approve', exact: true }).focus();
    await page.keyboard.press('Enter');
    await becomes(waiting, before - 1);
    await first.getByText('Approved', { exact: true }).waitFor();
    await becomes(() => page.evaluate('document.activeElement?.textContent'), 'Undo');
    // a press that comes at once is one too many, and does nothing
    await becomes(async () => {
      await page.keyboard.press('Enter');
      return waiting();
    }, before);
    await first.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  });

  it('counts a request that nobody can search for among what needs attention', async () => {
    const { page } = admin;
    const { database } = server.app.services;
    const reason = {
      code: 'no_indexer',
      wording: 'no_indexer',
      values: {},
      message: 'No indexer is connected.',
      since: new Date().toISOString(),
    };
    await database.transaction(async (tx) => {
      const row = await tx.get<{ id: string }>("SELECT id FROM requests WHERE status = 'awaiting_approval' LIMIT 1");
      await tx.run(
        "UPDATE requests SET status = 'awaiting_search', status_group = 'waiting', version = version + 1, updated_at = ?, reason = ? WHERE id = ?",
        [new Date(Date.now() + 60_000).toISOString(), JSON.stringify(reason), row?.id],
      );
    });

    await page.goto('/admin');
    await page
      .getByRole('article')
      .getByRole('link', { name: /^Open integrations/ })
      .first()
      .waitFor();
    await page.getByRole('button', { name: /^Notifications/ }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Open integrations/ })
      .first()
      .click();
    await page.waitForURL('**/admin/integrations');
  });

  it('says on an untouched page that the server is away, and takes it back by itself', async () => {
    const { page } = admin;
    await page.goto('/admin/users');
    await page.getByRole('heading', { level: 1 }).waitFor();
    const banner = page.getByText(/No connection|Last updated/);
    expect(await banner.count()).to.equal(0);

    await server.app.stop();
    await banner.waitFor();
    await server.restart();

    await banner.waitFor({ state: 'detached', timeout: 60_000 });
  });
});
