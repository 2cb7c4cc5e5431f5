import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';

const PAGES = [
  '/',
  '/search',
  '/requests',
  '/shelves',
  '/coming-up',
  '/statistics',
  '/reports',
  '/account',
  '/admin',
  '/admin/approvals',
  '/admin/requests',
  '/admin/integrations',
  '/admin/library',
  '/admin/users',
  '/admin/webhooks',
  '/admin/backups',
  '/admin/mail',
  '/admin/reports',
  '/admin/blocklist',
  '/admin/settings',
] as const;

/** What is no word of ours: names of people and things, dates, versions, paths, and what plugins say of themselves. */
const DATA = [
  /^(?:admin|spec)$/i,
  /^Lectern$/,
  /^(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\w* \d/,
  /^[\d.,:% ]*(?:AM|PM|MB|GB|kB|byte|min|hr|sec)?$/,
  /^v?\d+\.\d+/,
  // paths, also those of books that show what a template does
  /^[{/]/,
  /^\S[^/]*\/\S/,
  /^(?:m4b|m4a|mp3|flac|epub|azw3|mobi|pdf)$/,
  /^English$/,
  /^UTC$/,
];

/** Texts in the main part of the page of which some words bear no mark of the pseudo-locale. */
const PLAIN_TEXTS = `(() => {
  const found = new Set();
  const walker = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement.closest('code, pre, style, script, svg, [data-plain]')) continue;
    // marked texts may hold others
    let rest = node.textContent;
    for (let before = ''; before !== rest; ) { before = rest; rest = rest.replace(/\\[[^\\[\\]]*\\]/g, ''); }
    if (/\\p{L}/u.test(rest)) found.add(rest.trim());
  }
  return [...found];
})()`;

requireOrSkip('chromium')('languages, in a browser', () => {
  let server: BareServer;
  let admin: AdminPage;

  before(async () => {
    server = await startBareServer();
    admin = await openAdminPage(server);
  });
  after(async () => {
    await admin?.close();
    await server?.stop();
  });

  it('are chosen on the account page, and kept with the account', async () => {
    const { page } = admin;
    await page.goto('/account');
    const select = page.getByRole('combobox', { name: 'Language' });
    await select.waitFor();
    expect(await select.inputValue()).to.equal('As your browser says');
    await select.click();
    await page.getByRole('option', { name: 'English' }).click();

    await becomes(async () => (await server.app.services.users.findByUsername('admin'))?.locale, 'en');
    expect(await page.getByRole('option', { name: /Pseudo/ }).count()).to.equal(0);
    expect(await page.evaluate<string[]>('[document.documentElement.lang, document.documentElement.dir]')).to.deep.equal(['en', 'ltr']);
  });

  it('have the words of the first page on their way before the program runs', async () => {
    const { page } = admin;
    await page.goto('/');
    const loaded = await page.evaluate<string[]>(
      `performance.getEntriesByType('resource').filter(({ name }) => /assets.shell-/.test(name)).map(({ name }) => name)`,
    );

    expect(loaded).to.have.length(1);
    expect(await page.locator('link[rel=modulepreload][href*="assets/shell-"]').count()).to.equal(1);
  });

  it('leave no word outside of the catalogue', async () => {
    const { page } = admin;
    await page.evaluate(`localStorage.setItem('lectern-locale', 'en-XA')`);
    const plain: string[] = [];
    for (const path of PAGES) {
      await page.goto(path);
      await page.locator('main h1').first().waitFor();
      await page.waitForLoadState('networkidle').catch(() => undefined);
      const texts = (await page.evaluate<string[]>(PLAIN_TEXTS)).filter((text) => !DATA.some((data) => data.test(text)));
      plain.push(...texts.map((text) => `${path}: ${text}`));
      const dir = process.env['SHOT'];
      if (dir) await page.screenshot({ path: `${dir}/pseudo${path.replaceAll('/', '-')}.png` });
    }
    await page.evaluate(`localStorage.removeItem('lectern-locale')`);

    expect(plain).to.deep.equal([]);
    expect(admin.problems).to.deep.equal([]);
  });
});
