import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings, becomeScheme } from './browser-scene.spec.support.js';

const WAITING = 250;

requireOrSkip('chromium')('many jobs that wait, in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;
  let requestId: string;

  before(async () => {
    server = await startBareServer();
    const runAt = new Date(Date.now() + 3_600_000);
    const { database, jobs } = server.app.services;
    await database.transaction(async (tx) => {
      for (let n = 0; n < WAITING; n += 1) await jobs.enqueue(tx, { name: 'request.search', subject: `request:${n}`, runAt });
    });
    requestId = await server.insertRequest(await server.createUser('reader'));
    await jobs.add({ name: 'request.grab', subject: `request:${requestId}`, payload: { requestId }, runAt });
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  it('have one line with their number, and leave room for those that ended', async () => {
    const { page } = admin;
    await page.goto('/admin/jobs');
    await page.getByText(new RegExp(`: ${WAITING} wait$`)).waitFor();
    await page.getByText(/^the next one in \d+/).waitFor();
    const title = (await page.locator(`a[href="/requests/${requestId}"]`).textContent()) ?? '';
    expect(title).to.match(/\w/).and.not.equal('View request');
    await page.getByRole('button', { name: new RegExp(`^Cancel: .+, ${title}$`) }).waitFor();
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    expect(height).to.be.lessThan(6000);
    const findings = [...(await axeFindings(page))];
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    await becomeScheme(page, 'light');
    expect(findings).to.deep.equal([]);
    const dir = process.env['SHOT'];
    if (dir) await page.screenshot({ path: `${dir}/jobs.png`, fullPage: true });
    await becomes(() => page.getByRole('button', { name: /^Cancel: Search/ }).count(), 0);
    expect(await page.getByText(/\d \* \*|^[*]/).count(), 'patterns that nobody reads').to.equal(0);
  });
});
