import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import { startBrowserScene, type BrowserScene } from '../browser/browser-scene.spec.support.js';
import { PAGES, SETUP_PAGES } from './pages.js';
import { seedScene, type SeededScene } from './seeded-scene.js';

requireOrSkip('chromium')('a demo that has been lived in', () => {
  let scene: BrowserScene;
  let seeded: SeededScene;

  before(async () => {
    scene = await startBrowserScene();
    seeded = await seedScene(scene, () => undefined);
  });
  after(() => scene?.stop());

  it('has a request in each state that people see', async () => {
    const statuses = await Promise.all(
      Object.entries(seeded.demo.requests).map(async ([name, id]: [string, string]) => {
        const rows = await scene.app.services.database.read.all<{ status: string }>('SELECT status FROM requests WHERE id = ?', [id]);
        return [name, rows[0]?.status] as const;
      }),
    );

    expect(Object.fromEntries(statuses)).to.deep.equal({
      available: 'available',
      downloading: 'downloading',
      waiting: 'awaiting_approval',
      denied: 'denied',
      notFound: 'awaiting_search',
    });
  });

  it('signs in everybody who looks at a page', async () => {
    const people = new Set(PAGES.map(({ as = 'admin' }) => as));

    expect(people).to.include.keys('admin', 'reader', 'bernd', 'nobody');
    for (const who of people) expect(await seeded.cookiesOf(who), who).to.have.length(who === 'nobody' ? 0 : 2);
  });

  it('is intercepted in the browser only at addresses that the server has', async () => {
    const document = (await (await fetch(`${scene.app.url}/api/openapi.json`)).json()) as { paths: Record<string, object> };
    const told = PAGES.flatMap(({ state }) => (state ? [state].flat().map(({ method = 'GET', path }) => `${method} ${path}`) : []));

    expect(told).to.have.length.greaterThan(4);
    const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    const answers = routes.map((route) => new RegExp(`^${route.replace(/\{[^}]+\}/g, '[^/]+')}$`));
    expect(told.filter((path) => !answers.some((answer) => answer.test(path)))).to.deep.equal([]);
  });

  it('shows no page under the name of another', () => {
    const names = [...SETUP_PAGES, ...PAGES].map(({ name }) => name);

    expect(new Set(names).size).to.equal(names.length);
  });
});
