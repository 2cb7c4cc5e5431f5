import { randomUUID } from 'node:crypto';
import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, becomeScheme, filledIn, type BrowserScene } from './browser-scene.spec.support.js';
import { startSignedInScene } from './signed-in-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('likely matches in the browser', () => {
  let scene: BrowserScene;
  let account: DemoAccount;
  let page: Page;
  const findings: string[] = [];

  const first = () => scene.sims.playable[0];
  const second = () => scene.sims.playable[1];
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const section = () => page.getByRole('region', { name: /^Likely matches/ });
  const availability = async (asin: string) =>
    (await account.api.call<{ book: { availability: string } }>('GET', `/api/audiobooks/${asin}`)).book.availability;

  /** A book as a media server that knows no ASINs lists it. */
  async function addItem(title: string, author: string): Promise<void> {
    const { items } = await account.api.call<{ items: { id: string; pluginId: string }[] }>('GET', '/api/admin/integrations');
    const integrationId = items.find(({ pluginId }) => pluginId.startsWith('media-'))?.id ?? '';
    const [id, at] = [randomUUID(), new Date().toISOString()];
    const described = { title, authors: JSON.stringify([author]), narrators: '[]', hasCover: false, addedAt: at, updatedAt: at };
    const row = { id, integrationId, libraryId: 'l', itemId: id, ...described, seenScan: id, missingScans: 0 };
    await scene.app.services.database.transaction((tx) => tx.insert('library_items', row));
  }

  before(async () => {
    ({ scene, account, page } = await startSignedInScene({ as: 'admin' }));
    await addItem(`${first()?.title} (Unabridged)`, first()?.authors[0]?.name ?? '');
    await addItem('Recorded by my aunt', 'Aunt Polly');
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  it('are found by the job, and shown on the page that is open', async () => {
    await page.goto('/admin/library');
    await filledIn(page);
    await seen(page.getByText('2 more books are waiting to be looked up'));

    await account.api.call('POST', '/api/admin/jobs/library.likely-matches/run', {});

    await seen(section().getByText('Same title · same author · length not known'));
    findings.push(...(await axeFindings(page)));
    await becomeScheme(page, 'dark');
    findings.push(...(await axeFindings(page, 'colors')));
    expect(await availability(first()?.asin ?? '')).to.equal('none');
  });

  it('are rejected, and back with the undo of the message', async () => {
    const reject = section().getByRole('button', { name: /^Not this book: / });
    await reject.first().click();
    await becomes(() => reject.count(), 0, 'suggestions after the rejection');

    await button('Undo').click();

    await seen(reject);
  });

  it('make the book available once they are accepted, until that is undone', async () => {
    await section()
      .getByRole('button', { name: /^Link: / })
      .first()
      .click();
    await becomes(() => availability(first()?.asin ?? ''), 'available', 'the book after the link');
    await becomes(() => section().count(), 0, 'queues without an item');

    await page.getByRole('button', { name: /^Unlink: / }).click();

    await becomes(() => availability(first()?.asin ?? ''), 'none', 'the book after the link was taken back');
    await seen(section());
  });

  it('are not needed where an admin searches the book', async () => {
    await button('Link to a book: Recorded by my aunt').click();
    const dialog = page.getByRole('dialog', { name: 'Which book is “Recorded by my aunt”?' });
    await dialog.getByRole('textbox').fill(second()?.title ?? '');
    const choice = dialog.getByRole('button', { name: `Link: ${second()?.title}`, exact: true });
    await seen(choice);
    findings.push(...(await axeFindings(page)));
    await choice.first().click();
    await becomes(() => dialog.count(), 0, 'dialogs after the choice');

    await becomes(() => availability(second()?.asin ?? ''), 'available', 'the book after the link');
    await seen(page.getByText('Linked by an admin'));
    expect(findings).to.deep.equal([]);
  });
});
