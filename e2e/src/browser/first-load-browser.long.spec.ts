import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { BrowserContext, BrowserContextOptions } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { loadPage, PHONE, type Transfer } from '../look/first-load-figures.js';
import { seedScene, type SeededScene } from '../look/seeded-scene.js';
import { filledIn, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';

/** The aims. What is sent is the same on every machine; how long it takes is not, and `npm run first-load` prints it. */
const MOST_BYTES = 320_000;
const MOST_SCRIPTS = 6;
const MOST_STYLESHEETS = 4;
/** Of two or three rows, of which a phone shows three covers each. */
const MOST_COVERS = 10;

const sum = (transfers: readonly Transfer[]): number => transfers.reduce((total, { bytes }) => total + bytes, 0);
const list = (transfers: readonly Transfer[]): string => transfers.map(({ bytes, path }) => `${bytes} ${path}`).join('\n');

requireOrSkip('chromium')('the first load of the home page', () => {
  let scene: BrowserScene;
  let seeded: SeededScene;

  // a home page as full as that of a household that has lived with Lectern for a while
  before(async function () {
    this.timeout(480_000);
    scene = await startBrowserScene();
    seeded = await seedScene(scene, () => undefined);
  });
  after(() => scene?.stop());

  async function onPhone(options: BrowserContextOptions = {}): Promise<BrowserContext> {
    const context = await scene.newContext({ ...PHONE, serviceWorkers: 'allow', ...options });
    await context.addCookies([...(await seeded.cookiesOf('reader'))]);
    return context;
  }

  it('takes few files and few bytes, and the next visit neither scripts nor styles', async () => {
    const context = await onPhone();
    const first = await loadPage(context, '/');
    await first.page.evaluate('navigator.serviceWorker.ready');
    await first.page.close();
    const second = await loadPage(context, '/');

    const { transfers } = first.figures;
    const of = (type: string) => transfers.filter((one) => one.type === type);
    expect(sum(transfers), list(transfers)).to.be.below(MOST_BYTES);
    expect(of('Script').length, list(of('Script'))).to.be.within(1, MOST_SCRIPTS);
    expect(of('Stylesheet').length, list(of('Stylesheet'))).to.be.within(1, MOST_STYLESHEETS);
    const covers = of('Image').filter(({ path }) => path.startsWith('/api/covers/'));
    expect(covers.length, list(covers)).to.be.within(3, MOST_COVERS);
    const assets = [...of('Script'), ...of('Stylesheet'), ...of('Document')];
    expect(assets.filter(({ encoding }) => encoding !== 'br')).to.deep.equal([]);
    const again = second.figures.transfers.filter(({ type }) => type !== 'Fetch' && type !== 'EventSource' && type !== 'Image');
    expect(list(again.filter(({ type }) => type !== 'Document'))).to.equal('');
    expect(sum(second.figures.transfers), list(second.figures.transfers)).to.be.below(MOST_BYTES / 10);
  });

  it('fetches further covers when somebody moves about the page', async () => {
    const { page } = await loadPage(await onPhone(), '/');
    const covers = page.locator('main img');
    const atFirst = await covers.count();
    await page.evaluate('scrollBy(0, 40)');
    await becomes(async () => (await covers.count()) > atFirst, true, 'further covers');
  });

  it('asks for what the program needs first before the program is there, and not a second time', async () => {
    const page = await (await onPhone({ serviceWorkers: 'block' })).newPage();
    // an early answer is fresh for some seconds, and a busy machine takes longer than that
    await page.addInitScript('{ const now = performance.now.bind(performance); performance.now = () => now() / 20; }');
    const asked: string[] = [];
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url());
      asked.push(`${pathname}${pathname.startsWith('/api/covers/') ? search : ''}`);
    });
    const coversAsked = () => asked.filter((path) => path.startsWith('/api/covers/'));
    let goOn = (): void => undefined;
    const isWanted = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await isWanted;
      await route.continue();
    });

    await page.goto('/', { waitUntil: 'commit' });
    await becomes(async () => ['/api/auth/me', '/api/home'].every((path) => asked.includes(path)), true);
    await becomes(() => Promise.resolve(coversAsked().length), 2, 'the first covers');
    const early = coversAsked();
    // the live stream would have everything read again
    await page.route(/\/api\/events(?:\?|$)/, (route) => route.abort());
    goOn();
    await filledIn(page);

    expect(asked.filter((path) => path === '/api/auth/me')).to.have.length(1);
    expect(asked.filter((path) => path === '/api/home')).to.have.length(1);
    // they are the ones that are shown first, in the same size
    expect(asked.filter((path) => early.includes(path))).to.deep.equal(early);
    const shown = await page.evaluate<string[]>(`[...document.querySelectorAll('main img')].map((image) => image.getAttribute('src'))`);
    expect(shown).to.include.members(early);
  });

  it('asks again for styles that did not come, so that no page is drawn without them', async () => {
    const context = await onPhone({ serviceWorkers: 'block' });
    const page = await context.newPage();
    await page.goto('/');
    await filledIn(page);
    await context.setOffline(true);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Browse' }).click();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByRole('main').count()).to.equal(1);

    await context.setOffline(false);
    await page.getByRole('heading', { level: 1, name: 'Browse' }).waitFor();
    const sheets = await page.evaluate<(string | null)[]>('[...document.styleSheets].map((sheet) => sheet.href)');
    expect(sheets.filter((href) => /\/assets\/browse-[^/]*\.css$/.test(href ?? '')).length).to.equal(1);
  });

  for (const [locale, direction] of [
    ['en-GB', 'ltr'],
    ['de-DE', 'ltr'],
    ['ar-EG', 'rtl'],
  ] as const) {
    it(`shows a phone the first covers where they will be, before the program is there (${locale})`, async () => {
      const page = await (await onPhone({ serviceWorkers: 'block', locale })).newPage();
      const places = (selector: string) =>
        page.evaluate<number[][]>(`[...document.querySelectorAll(${JSON.stringify(selector)})].slice(0, 2).map((image) => {
          const { x, y, width, height } = image.getBoundingClientRect();
          return [x, y, width, height].map(Math.round);
        })`);
      // it comes later, and may move the page as it is
      await page.route(/\.woff2$/, (route) => route.abort());
      let goOn = (): void => undefined;
      const held = new Promise<void>((resolve) => (goOn = resolve));
      await page.route(/\/assets\/index-.*\.js$/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'commit' });
      await becomes(
        () => page.evaluate<number>(`[...document.querySelectorAll('.early img')].filter((cover) => cover.naturalWidth > 0).length`),
        2,
      );
      const early = await places('.early img');
      expect(await page.locator('.early').getAttribute('dir')).to.equal(direction);
      const greeting = await page.locator('.early-greeting').textContent();

      goOn();
      await filledIn(page);
      expect(await page.locator('.early').count()).to.equal(0);
      expect(early).to.deep.equal(await places('main img'));
      // the program keeps names against the direction of the page by themselves, with characters that nobody sees
      expect((await page.getByRole('heading', { level: 1 }).textContent())?.replace(/\p{Bidi_Control}/gu, '')).to.equal(greeting);
      await page.close();
    });
  }

  it('shows an admin no covers ahead, since others come first there, nor anybody who opens a book', async () => {
    for (const [who, path] of [
      ['admin', '/'],
      ['reader', '/?book=B0DEMO0001'],
    ] as const) {
      const context = await scene.newContext({ ...PHONE, serviceWorkers: 'block' });
      await context.addCookies([...(await seeded.cookiesOf(who))]);
      const page = await context.newPage();
      await page.addInitScript(`globalThis.drawn = 0; new MutationObserver(() => {
        if (document.querySelector('.early')) globalThis.drawn += 1;
      }).observe(document, { childList: true, subtree: true });`);
      await page.goto(path);
      await filledIn(page);
      expect(await page.evaluate<number>('globalThis.drawn'), who).to.equal(0);
      await context.close();
    }
  });
});
