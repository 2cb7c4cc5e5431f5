import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';

const WAITING = 130;

requireOrSkip('chromium')('many requests that wait, in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;

  before(async () => {
    server = await startBareServer();
    const reader = await server.createUser('reader');
    for (let n = 0; n < WAITING; n += 1) await server.insertRequest(reader);
    // the lists take their totals from there
    await server.app.services.database.transaction((tx) =>
      tx.insert('request_counts', { userId: reader, status: 'awaiting_approval', count: WAITING }),
    );
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  it('shows the oldest on the home page, with a way to all of them', async () => {
    const { page } = admin;
    await page.goto('/');
    const strip = page.getByRole('region', { name: 'Waiting for your approval' });
    await strip.getByRole('article').nth(2).waitFor();
    expect(await strip.getByRole('article').count()).to.equal(3);
    expect(await strip.getByRole('button', { name: 'Approve' }).count()).to.equal(3);
    await strip.getByRole('link', { name: `Show all ${WAITING}` }).click();
    await page.waitForURL('**/admin/approvals');
  });

  it('shows those of one person, and moves the focus to the undo of the one that was decided on', async () => {
    const { page } = admin;
    const mia = await server.createUser('mia');
    await server.insertRequest(mia, 'M000000001');
    await server.app.services.database.transaction((tx) =>
      tx.insert('request_counts', { userId: mia, status: 'awaiting_approval', count: 1 }),
    );
    await page.goto('/admin/approvals');
    const rows = page.getByRole('article');
    await rows.nth(1).waitFor();
    expect(await rows.getByText('Waiting for approval').count(), 'the title of the page says it').to.equal(0);
    await page.getByRole('combobox', { name: 'Person' }).click();
    await page.getByRole('option', { name: 'mia' }).click();
    await becomes(() => rows.count(), 1);
    expect(new URL(page.url()).searchParams.get('person')).to.equal(mia);
    await page.reload();
    await rows.getByText(/by mia$/).waitFor();

    await page.goto('/admin/approvals');
    await rows.nth(1).waitFor();
    const first = await rows.first().getByRole('link').first().getAttribute('href');
    await rows.first().getByRole('button', { name: 'Approve', exact: true }).focus();
    await page.keyboard.press('Enter');

    const focusedRow = () =>
      page.evaluate<string>('document.activeElement?.closest("article")?.querySelector("a[href*=requests]")?.getAttribute("href") ?? ""');
    await becomes(() => page.evaluate<string>('document.activeElement?.textContent ?? ""'), 'Undo', 'the undo has the focus');
    expect(await focusedRow()).to.equal(first);
  });

  it('takes back the denial of several at once, and of no others', async () => {
    const { page } = admin;
    const waiting = async (): Promise<string[]> => {
      const sql = "SELECT id FROM requests WHERE status = 'awaiting_approval' ORDER BY id";
      return (await server.app.services.database.read.all<{ id: string }>(sql)).map(({ id }) => id);
    };
    const before = await waiting();
    await page.goto('/admin/approvals');
    const boxes = page.getByRole('article').getByRole('checkbox');
    await boxes.nth(2).waitFor();
    for (const n of [0, 2]) await boxes.nth(n).check();
    await page.getByText('2 selected').waitFor();
    await page.getByRole('region').getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Not these.');
    await page.getByRole('dialog').getByRole('button', { name: /Deny/ }).click();
    await page.getByText('2 requests denied.').waitFor();
    expect((await waiting()).length).to.equal(before.length - 2);
    const dir = process.env['SHOT'];
    if (dir) await page.screenshot({ path: `${dir}/denied-together.png` });

    await page.getByRole('button', { name: 'Undo', exact: true }).click();

    await page.getByText('2 requests wait for approval again.').waitFor();
    expect(await waiting()).to.deep.equal(before);
    expect(admin.problems).to.deep.equal([]);
  });

  it('shows them page by page and decides on all of them at once', async () => {
    const { page } = admin;
    await page.goto('/admin/approvals');
    await page.getByText('Page 1 of 6').waitFor();
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByText('Page 2 of 6').waitFor();

    await page.getByRole('checkbox').first().check();
    await page.getByRole('button', { name: `Select all ${WAITING}` }).click();
    await page.getByText(`${WAITING} selected`).waitFor();
    await page.getByRole('region').getByRole('button', { name: 'Deny' }).click();
    await page.getByRole('dialog').getByRole('textbox').fill('Not now.');
    await page.getByRole('dialog').getByRole('button', { name: /Deny/ }).click();
    await page.getByText('Nobody is waiting for you').waitFor({ timeout: 120_000 });

    const left = async (): Promise<number> => {
      const sql = "SELECT COUNT(*) AS n FROM requests WHERE status = 'awaiting_approval'";
      return Number((await server.app.services.database.read.get<{ n: number }>(sql))?.n);
    };
    await becomes(left, 0);
    expect(admin.problems).to.deep.equal([]);
  });

  it('shows who waits for one book as one row, and decides on one of them or on all', async () => {
    const { page } = admin;
    const book = 'T000000001';
    const requests: string[] = [];
    for (const name of ['ann', 'ben', 'cleo']) {
      const user = await server.createUser(name);
      requests.push(await server.insertRequest(user, book));
      await server.app.services.database.transaction((tx) =>
        tx.insert('request_counts', { userId: user, status: 'awaiting_approval', count: 1 }),
      );
    }
    const statuses = async (): Promise<string> => {
      const sql = 'SELECT status FROM requests WHERE asin = ? ORDER BY created_at, id';
      return (await server.app.services.database.read.all<{ status: string }>(sql, [book])).map(({ status }) => status).join(' ');
    };

    await page.goto('/admin/approvals');
    const more = page.getByRole('button', { name: '2 other people wait for this book' });
    await more.waitFor();
    expect(await page.getByRole('article').count()).to.equal(1);
    await more.click();
    const people = page.getByRole('list', { name: 'People who wait for “A Walk”' });
    expect(await people.getByRole('listitem').count()).to.equal(3);
    const deny = async () => {
      await people
        .getByRole('button', { name: /^Deny the request of/ })
        .nth(1)
        .click();
      await page.getByRole('dialog').getByRole('textbox').fill('Not you.');
      await page.getByRole('dialog').getByRole('button', { name: 'Deny' }).click();
      await becomes(statuses, 'awaiting_approval denied awaiting_approval');
    };
    await deny();
    const dir = process.env['SHOT'];
    if (dir) await page.screenshot({ path: `${dir}/denied.png` });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await becomes(statuses, 'awaiting_approval awaiting_approval awaiting_approval');
    await page.getByText(/ waits for approval again\.$/).waitFor();
    await becomes(() => people.getByRole('listitem').count(), 3);
    await deny();

    await page.getByRole('button', { name: 'Approve all 2' }).click();
    await page.getByText(/ is approved\. 1 other joined\.$/).waitFor();
    await page.getByText('Nobody is waiting for you').waitFor();

    await becomes(async () => (await statuses()).split(' ').slice(1).join(' '), 'denied cancelled');
    expect(admin.problems).to.deep.equal([]);
  });

  /** Approves all of a row and answers with these codes, as if the others had changed in the meantime. */
  async function approvesAll(book: string, codes: readonly string[], action = `Approve all ${codes.length}`): Promise<void> {
    const { page } = admin;
    for (const [n] of codes.entries()) {
      const user = await server.createUser(`${book}-${n}`);
      await server.insertRequest(user, book);
      await server.app.services.database.transaction((tx) =>
        tx.insert('request_counts', { userId: user, status: 'awaiting_approval', count: 1 }),
      );
    }
    await page.route(/\/approve$/, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { decided: { id: string; code: string }[] };
      const decided = answer.decided.map((one, n) => ({ ...one, code: codes[n] }));
      await route.fulfill({ response, json: { ...answer, decided } });
    });
    await page.goto('/admin/approvals');
    await page.getByRole('button', { name: action, exact: true }).click();
  }

  it('says of every request that an approval decided what became of it', async () => {
    const { page } = admin;
    await approvesAll('T000000002', ['approved', 'joined', 'joined', 'found_in_library', 'unchanged']);
    await page.getByText(/ is approved\. 2 others joined\. 1 other request ended too, .* 1 other request was changed/).waitFor();
    await page.unrouteAll();

    await approvesAll('T000000003', ['joined'], 'Approve');
    await page.getByText('This book is already requested; that request goes on for both.').waitFor();
    await page.unrouteAll();
    await page.getByText('Nobody is waiting for you').waitFor();
    expect(admin.problems).to.deep.equal([]);
  });

  it('leaves the focus in the list when the row that was decided on leaves it', async () => {
    const { page } = admin;
    for (const book of ['T000000004', 'T000000005']) {
      const user = await server.createUser(`of-${book}`);
      await server.insertRequest(user, book);
      await server.app.services.database.transaction((tx) =>
        tx.insert('request_counts', { userId: user, status: 'awaiting_approval', count: 1 }),
      );
    }
    await page.goto('/admin/approvals');
    await page.getByRole('button', { name: 'Approve', exact: true }).nth(1).focus();
    await page.keyboard.press('Enter');
    await page.locator('[data-gone]').waitFor();
    await page.locator('[data-gone]').waitFor({ state: 'detached' });
    expect(await page.getByRole('article').count()).to.equal(1);

    await becomes(() => page.evaluate<boolean>('document.querySelector("main").contains(document.activeElement)'), true);
  });

  it('keeps the last row with its undo for a while', async () => {
    const { page } = admin;
    const user = await server.createUser('last');
    await server.insertRequest(user, 'T000000006');
    await server.app.services.database.transaction((tx) =>
      tx.insert('request_counts', { userId: user, status: 'awaiting_approval', count: 1 }),
    );
    await page.goto(`/admin/approvals?person=${user}`);
    const row = page.getByRole('article');
    await row.getByRole('button', { name: 'Approve', exact: true }).click();

    await row.getByRole('button', { name: 'Undo' }).click();

    await row.getByRole('button', { name: 'Approve', exact: true }).waitFor();
    expect(await row.count()).to.equal(1);
  });
});
