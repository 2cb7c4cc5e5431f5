import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { becomes } from '../becomes.spec.support.js';
import { writeStuckFfmpeg } from '../stuck-merge.spec.support.js';
import { fromBookMenu } from './book-menu.spec.support.js';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

interface Seen {
  readonly id: string;
  readonly status: string;
  readonly mergeChapters: boolean | null;
  readonly progress?: { readonly phase?: string };
  readonly timeline: { readonly message: string }[];
}

const seen = (locator: Locator, timeout = 90_000) => locator.first().waitFor({ state: 'visible', timeout });

requireOrSkip('chromium', 'ffmpeg')('whether files are merged, chosen in the browser', () => {
  let scene: BrowserScene;
  let user: DemoAccount;
  let admin: DemoAccount;
  let page: Page;
  let bin: string;
  let requestId: string;
  const path = process.env['PATH'];

  before(async () => {
    // an ffmpeg that never gets on, in front of the real one, so that there is time to stop it
    bin = await mkdtemp(join(tmpdir(), 'lectern-stuck-'));
    await writeStuckFfmpeg(bin);
    process.env['PATH'] = `${bin}${delimiter}${path ?? ''}`;
    scene = await startBrowserScene();
    ({ admin, user } = await setUp(scene));
    page = await scene.open();
    await signIn(page, user);
  });
  after(async () => {
    process.env['PATH'] = path;
    await scene?.stop();
    await rm(bin, { recursive: true, force: true });
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(scene?.problems.join('\n'));
  });

  const request = async (): Promise<Seen> => (await user.api.call<{ request: Seen }>('GET', `/api/requests/${requestId}`)).request;
  const choice = () => page.getByRole('combobox', { name: 'Files of the audiobook' });

  async function choose(name: string): Promise<void> {
    await choice().click();
    await page.getByRole('option', { name, exact: true }).click();
  }

  it('is part of the form with more options', async () => {
    await page.goto(`/book/${scene.sims.playable[0]?.asin ?? ''}`);
    await fromBookMenu(page, 'Request with options…');
    await seen(choice());
    expect(await choice().inputValue()).to.equal('Use the server’s setting');
    await choose('Merge into one file with chapters');
    expect(await axeFindings(page)).to.deep.equal([]);

    await page.getByRole('dialog').getByRole('button', { name: 'Request', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'hidden' });

    const { items } = await user.api.call<{ items: Seen[] }>('GET', '/api/requests');
    requestId = items[0]?.id ?? '';
    expect(items.map(({ mergeChapters }) => mergeChapters)).to.deep.equal([true]);
  });

  it('can be changed on the page of the request', async () => {
    await page.goto(`/requests/${requestId}`);
    await seen(choice());
    await choose('Use the server’s setting');
    await becomes(async () => (await request()).mergeChapters, null, 'the choice');
    await choose('Merge into one file with chapters');
    await becomes(async () => (await request()).mergeChapters, true, 'the choice');
    expect(await axeFindings(page)).to.deep.equal([]);
  });

  it('shows a merge that runs, and stops it: the files are placed as they are', async () => {
    await admin.api.call('POST', `/api/admin/requests/${requestId}/approve`, {});
    await seen(page.getByText('Merging the files'), 90_000);
    expect(await axeFindings(page)).to.deep.equal([]);

    await page.getByRole('button', { name: 'Stop merging' }).click();

    await seen(page.getByText(/They were not merged: Somebody chose to keep the files as they are\./), 60_000);
    expect((await request()).mergeChapters).to.equal(false);
    await choice().waitFor({ state: 'detached' });
  });
});
