import { randomBytes } from 'node:crypto';
import { setUpLectern, type DemoAccount } from '@lectern/demo';
import type { Page } from 'playwright-core';
import { startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';

/** A server that is set up with the simulated services, and a page in which one of its people is signed in. */
export interface SignedInScene {
  readonly scene: BrowserScene;
  readonly account: DemoAccount;
  readonly page: Page;
}

/** @param as whose page it is */
export async function startSignedInScene({ as = 'user' }: { readonly as?: 'admin' | 'user' } = {}): Promise<SignedInScene> {
  const scene = await startBrowserScene();
  const { sims } = scene;
  const password = () => randomBytes(12).toString('base64url');
  const accounts = await setUpLectern(scene.app.url, {
    setupToken: (await scene.app.setupToken()) ?? '',
    adminPassword: password(),
    userPassword: password(),
    libraryDir: sims.libraryDir,
    downloadDir: sims.downloadDir,
    integrations: sims.integrations,
  });
  const account = accounts[as];
  const page = await scene.open();
  await page.goto('/');
  await page.getByLabel('Username').fill(account.username);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('navigation', { name: 'Main' }).first().waitFor({ state: 'visible', timeout: 30_000 });
  return { scene, account, page };
}
