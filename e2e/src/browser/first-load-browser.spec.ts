import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { BrowserContext } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { loadPage, type Transfer } from '../look/first-load-figures.js';
import { filledIn } from './browser-scene.spec.support.js';
import { startSignedInScene, type SignedInScene } from './signed-in-scene.spec.support.js';

/** The aims. What is sent is the same on every machine; how long it takes is not, and `npm run first-load` prints it. */
const MOST_BYTES = 350_000;
const MOST_SCRIPTS = 6;
const MOST_STYLESHEETS = 4;

const sum = (transfers: readonly Transfer[]): number => transfers.reduce((total, { bytes }) => total + bytes, 0);
const list = (transfers: readonly Transfer[]): string => transfers.map(({ bytes, path }) => `${bytes} ${path}`).join('\n');

requireOrSkip('chromium')('the first load of the home page', function () {
  this.timeout(120_000);
  let signedIn: SignedInScene;
  let context: BrowserContext;

  before(async function () {
    this.timeout(240_000);
    signedIn = await startSignedInScene();
    const { scene, page } = signedIn;
    const cookies = await page.context().cookies();
    // the live stream of this page would wake the tabs that are measured
    await page.context().close();
    context = await scene.newContext({ viewport: { width: 390, height: 844 } });
    await context.addCookies(cookies);
  });
  after(() => signedIn?.scene.stop());

  it('takes few files and few bytes, and the next visit neither scripts nor styles', async () => {
    const first = await loadPage(context, '/');
    await first.page.evaluate('navigator.serviceWorker.ready');
    await first.page.close();
    const second = await loadPage(context, '/');

    const { transfers } = first.figures;
    const of = (type: string) => transfers.filter((one) => one.type === type);
    expect(sum(transfers), list(transfers)).to.be.below(MOST_BYTES);
    expect(of('Script').length, list(of('Script'))).to.be.within(1, MOST_SCRIPTS);
    expect(of('Stylesheet').length, list(of('Stylesheet'))).to.be.within(1, MOST_STYLESHEETS);
    const assets = [...of('Script'), ...of('Stylesheet'), ...of('Document')];
    expect(assets.filter(({ encoding }) => encoding !== 'br')).to.deep.equal([]);
    const again = second.figures.transfers.filter(({ type }) => type !== 'Fetch' && type !== 'EventSource' && type !== 'Image');
    expect(list(again.filter(({ type }) => type !== 'Document'))).to.equal('');
    expect(sum(second.figures.transfers), list(second.figures.transfers)).to.be.below(MOST_BYTES / 10);
  });

  it('asks for what the program needs first before the program is there, and not a second time', async () => {
    const cookies = await context.cookies();
    const fresh = await signedIn.scene.newContext({ serviceWorkers: 'block' });
    await fresh.addCookies(cookies);
    const page = await fresh.newPage();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    let goOn = (): void => undefined;
    const isWanted = new Promise<void>((resolve) => (goOn = resolve));
    await page.route(/\/assets\/index-.*\.js$/, async (route) => {
      await isWanted;
      await route.continue();
    });

    await page.goto('/', { waitUntil: 'commit' });
    await becomes(async () => ['/api/auth/me', '/api/home'].every((path) => asked.includes(path)), true);
    // the live stream would have everything read again
    await page.route('/api/events', (route) => route.abort());
    goOn();
    await filledIn(page);

    expect(asked.filter((path) => path === '/api/auth/me')).to.have.length(1);
    expect(asked.filter((path) => path === '/api/home')).to.have.length(1);
  });
});
