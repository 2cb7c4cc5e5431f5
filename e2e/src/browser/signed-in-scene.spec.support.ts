import { randomBytes } from 'node:crypto';
import { setUpLectern, type DemoAccount } from '@lectern/demo';
import type { Page } from 'playwright-core';
import { startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

/** A server that is set up with the simulated services, and a page in which one of its people is signed in. */
export interface SignedInScene {
  readonly scene: BrowserScene;
  readonly account: DemoAccount;
  readonly page: Page;
}

/** Sets the server up, with the simulated services unless others are given. Returns its admin and its reader. */
export async function setUp({ app, sims }: BrowserScene, integrations = sims.integrations): ReturnType<typeof setUpLectern> {
  const password = () => randomBytes(12).toString('base64url');
  return setUpLectern(app.url, {
    setupToken: (await app.setupToken()) ?? '',
    adminPassword: password(),
    userPassword: password(),
    libraryDir: sims.libraryDir,
    downloadDir: sims.downloadDir,
    integrations,
  });
}

/** @param as whose page it is */
export async function startSignedInScene({ as = 'user' }: { readonly as?: 'admin' | 'user' } = {}): Promise<SignedInScene> {
  const scene = await startBrowserScene();
  const accounts = await setUp(scene);
  const account = accounts[as];
  const page = await scene.open();
  await signIn(page, account);
  return { scene, account, page };
}
