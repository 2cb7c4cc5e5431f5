import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { Locator, Page } from 'playwright-core';
import { letAccountsWait } from '@lectern/core/testing';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { sendSignIn } from './sign-in.spec.support.js';

const SPEC = { name: 'spec' };
const PHONE = { viewport: { width: 390, height: 844 }, colorScheme: 'dark' } as const;
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });
const gone = (locator: Locator) => locator.first().waitFor({ state: 'detached', timeout: 90_000 });

/** Kept where `SHOTS` names a folder. */
async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS'];
  if (folder) await page.screenshot({ path: `${folder}/${name}.png`, fullPage: true });
}

requireOrSkip('chromium')('making an account and linking others to it, in a browser', () => {
  let scene: BrowserScene;
  let admin: Page;
  let ada: Page;
  const password = randomBytes(12).toString('base64url');
  const names = { audiobookshelf: '', plex: '' };

  async function signIn(page: Page, username: string): Promise<void> {
    await page.goto('/sign-in');
    await sendSignIn(page, { username, password });
  }

  async function register(page: Page, username: string, name: string): Promise<void> {
    await page.goto('/sign-in');
    await page.getByRole('link', { name: 'Create an account' }).click();
    // the page before it has fields of the same names
    await seen(page.getByRole('heading', { name: 'Create an account' }));
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Your name').fill(name);
    await page.getByRole('button', { name: 'Create account' }).click();
  }

  const isIn = (page: Page) => seen(page.getByRole('navigation', { name: 'Main' }));

  before(async () => {
    scene = await startBrowserScene();
    await scene.app.ready;
    const { users, settings, integrations } = scene.app.services;
    await users.create({ username: 'root', password, role: 'admin' }, SPEC);
    const server = { publicUrl: scene.app.url };
    await settings.update({ server, setup: { completedAt: new Date().toISOString() }, signIn: { newAccounts: 'open' } }, SPEC);
    const audiobookshelf = scene.sims.integrations.find(({ pluginId }) => pluginId === 'media-audiobookshelf');
    for (const found of [audiobookshelf, scene.sims.plexIntegration]) {
      if (!found) throw new Error('the demo has no such media server');
      const { pluginId, name, settings: values } = found;
      await integrations.create({ pluginId, name, settings: { ...values, allowSignIn: true } }, SPEC);
    }
    names.audiobookshelf = audiobookshelf?.name ?? '';
    names.plex = scene.sims.plexIntegration.name;
    admin = await scene.open();
    await signIn(admin, 'root');
    await isIn(admin);
    ada = await scene.open(PHONE);
  });
  after(() => scene?.stop());
  // one machine tries more often here than a person does
  beforeEach(async () => {
    await scene.app.services.rateLimiter.reset('sign-in', '127.0.0.1');
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed')
      console.error(`${ada?.url()} ${admin?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
  });

  it('offers an account only if an admin has switched that on', async () => {
    await ada.goto('/sign-in');
    await seen(ada.getByRole('button', { name: 'Sign in', exact: true }));
    await seen(ada.getByRole('button', { name: `Continue with ${names.plex}` }));
    const offered = await ada.getByRole('link', { name: 'Create an account' }).count();
    await ada.goto('/sign-in/register');
    await seen(ada.getByText('Registration is closed'));

    await admin.goto('/admin/settings');
    await admin.getByRole('combobox', { name: 'Self-registration' }).click();
    await shot(admin, 'settings');
    await admin.getByRole('option', { name: 'On: an admin approves each account' }).click();
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await seen(admin.getByText('Saved', { exact: true }));

    expect(offered).to.equal(0);
    await ada.goto('/sign-in');
    await seen(ada.getByRole('link', { name: 'Create an account' }));
    await shot(ada, 'sign-in-phone');
    expect(await axeFindings(ada)).to.deep.equal([]);
  });

  it('waits for an admin, says so, and signs in those who are admitted', async () => {
    await admin.goto('/admin/users');
    await seen(admin.getByRole('cell', { name: 'root' }));
    await register(ada, 'root', 'Root');
    await seen(ada.getByText('The username root is taken.'));
    await shot(ada, 'register-taken-phone');
    expect(await axeFindings(ada)).to.deep.equal([]);
    await ada.getByLabel('Username').fill('ada');
    await ada.getByLabel('Your name').fill('Ada');
    await ada.getByRole('button', { name: 'Create account' }).click();
    await seen(ada.getByText('Waiting for an admin'));
    await shot(ada, 'register-pending-phone');
    expect(await axeFindings(ada)).to.deep.equal([]);
    await signIn(ada, 'ada');
    await seen(ada.getByText('waiting for an admin of this server to approve it'));

    // shown live, without a reload
    await seen(admin.getByRole('button', { name: 'Approve: ada' }));
    await shot(admin, 'users-pending');
    expect(await axeFindings(admin)).to.deep.equal([]);
    await admin.getByRole('button', { name: 'Approve: ada' }).click();
    await gone(admin.getByRole('button', { name: 'Approve: ada' }));
    await ada.getByRole('button', { name: 'Sign in', exact: true }).click();
    await isIn(ada);

    // the name that was taken, and the sign-in that waited
    expect(scene.problems.splice(0)).to.have.length(2);
  });

  it('says whom to ask while too many wait', async () => {
    const { database, rateLimiter } = scene.app.services;
    await rateLimiter.reset('registration', '127.0.0.1');
    await letAccountsWait(database, 200);

    await register(ada, 'late', 'Late');

    await seen(ada.getByText('Too many accounts are already waiting for an admin of this server.'));
    await shot(ada, 'register-full-phone');
    expect(await axeFindings(ada)).to.deep.equal([]);
    await database.transaction((tx) => tx.run("DELETE FROM users WHERE username LIKE 'waits%'"));
    await ada.getByRole('button', { name: 'Create account' }).click();
    await seen(ada.getByText('Waiting for an admin'));

    // the refusal is reported by the browser itself
    expect(scene.problems.splice(0)).to.have.length(1);
  });

  it('keeps out who is rejected', async () => {
    const eve = await scene.open();
    await register(eve, 'eve', 'Eve');
    await seen(eve.getByText('Waiting for an admin'));
    await admin.goto('/admin/users');
    await admin.getByRole('button', { name: 'Reject: eve' }).click();
    await admin.getByRole('button', { name: 'Reject', exact: true }).click();
    await gone(admin.getByRole('button', { name: 'Reject: eve' }));

    await signIn(eve, 'eve');
    await seen(eve.getByText('may not sign in'));

    expect((await scene.app.services.users.findByUsername('eve'))?.state).to.equal('rejected');
    expect(scene.problems.splice(0)).to.have.length(1);
    await eve.context().close();
  });

  it('changes its name', async () => {
    await ada.goto('/account');
    await ada.getByLabel('Display name').fill('Ada Lovelace');
    await ada.getByRole('button', { name: 'Save', exact: true }).click();
    await seen(ada.getByRole('heading', { name: 'Ada Lovelace' }));

    expect((await scene.app.services.users.findByUsername('ada'))?.displayName).to.equal('Ada Lovelace');
  });

  it('links an Audiobookshelf account with its password', async () => {
    await ada.getByRole('button', { name: `Link ${names.audiobookshelf}` }).click();
    const dialog = ada.getByRole('dialog');
    await dialog.getByLabel('Username at').fill('root');
    await dialog.getByLabel('Password at').fill('root');
    await dialog.getByLabel('Your Lectern password').fill('not the password');
    await dialog.getByRole('button', { name: 'Link' }).click();
    await seen(dialog.getByText('The current password is wrong.'));
    await shot(ada, 'link-dialog-phone');
    expect(await axeFindings(ada)).to.deep.equal([]);
    await dialog.getByLabel('Your Lectern password').fill(password);
    await dialog.getByRole('button', { name: 'Link' }).click();
    await seen(ada.getByRole('button', { name: `Unlink: ${names.audiobookshelf}` }));

    const visitor = await scene.open();
    await visitor.goto('/sign-in');
    await visitor.getByRole('button', { name: `Continue with ${names.audiobookshelf}` }).click();
    await sendSignIn(visitor, { username: 'root', password: 'root' });
    await isIn(visitor);
    await visitor.goto('/account');
    await seen(visitor.getByRole('heading', { name: 'Ada Lovelace' }));
    await visitor.context().close();

    expect(scene.problems.splice(0)).to.have.length(1);
  });

  it('links a Plex account by going there, and returns to the account', async () => {
    await ada.getByRole('button', { name: `Link ${names.plex}` }).click();
    await ada.getByRole('dialog').getByLabel('Your Lectern password').fill(password);
    await ada.getByRole('button', { name: `Continue to ${names.plex}` }).click();
    await ada.waitForURL(/\/auth/);
    await ada.getByRole('button').first().click();
    await seen(ada.getByRole('button', { name: `Unlink: ${names.plex}` }));
    await shot(ada, 'account-phone');
    expect(new URL(ada.url()).pathname).to.equal('/account');
    expect(await axeFindings(ada)).to.deep.equal([]);

    // the same account of Plex is not a second person's
    await admin.goto('/account');
    await seen(admin.getByRole('button', { name: `Link ${names.plex}` }));
    await shot(admin, 'account-desktop');
    await admin.getByRole('button', { name: `Link ${names.plex}` }).click();
    await admin.getByRole('dialog').getByLabel('Your Lectern password').fill(password);
    await admin.getByRole('button', { name: `Continue to ${names.plex}` }).click();
    await admin.waitForURL(/\/auth/);
    await admin.getByRole('button').first().click();
    await seen(admin.getByText('linked to somebody else here'));
    await shot(admin, 'link-refused');
    await admin.getByRole('link', { name: 'Back to your account' }).click();
    await seen(admin.getByRole('button', { name: `Link ${names.plex}` }));
    scene.problems.splice(0);
  });

  it('signs in with the linked account, and no longer once it is unlinked', async () => {
    const visitor = await scene.open();
    await visitor.goto('/sign-in');
    await visitor.getByRole('button', { name: `Continue with ${names.plex}` }).click();
    await visitor.waitForURL(/\/auth/);
    await visitor.getByRole('button').first().click();
    await isIn(visitor);
    await visitor.goto('/account');
    await seen(visitor.getByRole('heading', { name: 'Ada Lovelace' }));

    for (const name of [names.plex, names.audiobookshelf]) {
      await ada.getByRole('button', { name: `Unlink: ${name}` }).click();
      await ada.getByRole('button', { name: 'Unlink', exact: true }).click();
      await seen(ada.getByRole('button', { name: `Link ${name}` }));
    }
    await visitor.goto('/account');
    await seen(visitor.getByRole('button', { name: 'Sign in', exact: true }));

    // the session that had come in with it is over
    expect(scene.problems.splice(0).every((problem) => problem.includes('401'))).to.equal(true);
    await visitor.context().close();
  });

  it('lets somebody with an external account set a password; until then the only way of signing in stays', async () => {
    const visitor = await scene.open({ ...PHONE, colorScheme: 'light' });
    await visitor.goto('/sign-in');
    await visitor.getByRole('button', { name: `Continue with ${names.audiobookshelf}` }).click();
    await sendSignIn(visitor, { username: 'root', password: 'root' });
    await isIn(visitor);
    await visitor.goto('/account');
    const unlink = async () => {
      await visitor.getByRole('button', { name: `Unlink: ${names.audiobookshelf}` }).click();
      await visitor.getByRole('button', { name: 'Unlink', exact: true }).click();
    };
    await unlink();
    await seen(visitor.getByText('This is your only way to sign in.'));
    await shot(visitor, 'account-first-password-phone');
    await visitor.getByLabel('New password').fill(password);
    await visitor.getByRole('button', { name: 'Set a password' }).click();
    await seen(visitor.getByRole('heading', { name: 'Change password' }));
    await unlink();
    await seen(visitor.getByRole('button', { name: `Link ${names.audiobookshelf}` }));

    const { hasPassword } = await visitor.evaluate<{ hasPassword: boolean }>(
      `fetch('/api/auth/me').then(async (r) => (await r.json()).user)`,
    );
    expect(hasPassword).to.equal(true);
    expect(scene.problems.splice(0)).to.have.length(1);
    await visitor.context().close();
  });
});
