import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { sendSignIn, signIn } from './sign-in.spec.support.js';

const SPEC = { name: 'spec' };
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('people, links, sessions and tokens in a browser', () => {
  let scene: BrowserScene;
  let admin: Page;
  const password = randomBytes(12).toString('base64url');

  before(async () => {
    scene = await startBrowserScene();
    await scene.app.ready;
    const { users, settings } = scene.app.services;
    await users.create({ username: 'root', password, role: 'admin' }, SPEC);
    await users.create({ username: 'ada', password, role: 'user' }, SPEC);
    await settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
    admin = await scene.open();
    await signIn(admin, { username: 'root', password });
  });
  after(() => scene?.stop());
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${admin?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
  });

  it('signs somebody in with a link that works once and stays in no history', async () => {
    await admin.goto('/admin/users');
    await admin.getByRole('button', { name: 'Edit: ada' }).click();
    await admin.getByRole('button', { name: 'Create sign-in link' }).click();
    const link = await admin.getByRole('textbox', { name: 'Link' }).inputValue();
    await admin.getByRole('button', { name: 'Done' }).click();
    const ada = await scene.open();

    await ada.goto(link);
    await seen(ada.getByText('It works once'));
    const address = ada.url();
    await ada.getByRole('button', { name: 'Sign in' }).click();
    await seen(ada.getByRole('navigation', { name: 'Main' }));
    const again = await scene.open();
    await again.goto(link);
    await again.getByRole('button', { name: 'Sign in' }).click();
    await seen(again.getByText('no longer valid'));

    expect(link).to.match(/\/sign-in\/link#[\w-]{43}$/);
    expect(address).not.to.include('#');
    // the refusal is reported by the browser itself
    expect(scene.problems.splice(0)).to.have.length(1);
    await ada.context().close();
    await again.context().close();
  });

  it('shows where the person is signed in and ends the others', async () => {
    const { auth, users } = scene.app.services;
    const { id = '' } = (await users.findByUsername('root')) ?? {};
    const other = await auth.openSession(id, { address: '203.0.113.7', userAgent: 'Lectern for Wear/2.1' });

    await admin.goto('/account');
    await seen(admin.getByText('this device'));
    await admin.getByRole('button', { name: 'Sign out: Lectern for Wear' }).click();
    await admin.getByText('Lectern for Wear').waitFor({ state: 'detached' });
    const after = await fetch(`${scene.app.url}/api/auth/me`, { headers: { authorization: `Bearer ${other.accessToken}` } });

    expect(after.status).to.equal(401);
    expect(await axeFindings(admin)).to.deep.equal([]);
  });

  it('makes a token that is shown once, works, and ends when it is revoked', async () => {
    await admin.goto('/account');
    await admin.getByRole('button', { name: 'New token' }).click();
    await admin.getByRole('textbox', { name: 'Name', exact: true }).fill('Wall display');
    await admin.getByRole('checkbox', { name: 'see what admins see' }).click();
    expect(await axeFindings(admin)).to.deep.equal([]);
    await admin.getByRole('button', { name: 'Create token' }).click();
    const token = await admin.getByRole('textbox', { name: 'Token' }).inputValue();
    await admin.getByRole('button', { name: 'Done' }).click();
    const call = () => fetch(`${scene.app.url}/api/admin/users`, { headers: { authorization: `Bearer ${token}` } });

    const works = (await call()).status;
    await seen(admin.getByText(token.slice(0, 12)));
    const source = await admin.content();
    await admin.getByRole('button', { name: 'Revoke: Wall display' }).click();
    await admin.getByRole('button', { name: 'Revoke', exact: true }).click();
    await seen(admin.getByText('No tokens yet.'));

    expect(works).to.equal(200);
    expect(source).not.to.include(token.slice(12));
    expect((await call()).status).to.equal(401);
  });

  it('lets people in with accounts of the media servers', async () => {
    const { integrations, settings } = scene.app.services;
    const audiobookshelf = scene.sims.integrations.find(({ pluginId }) => pluginId === 'media-audiobookshelf');
    for (const found of [audiobookshelf, scene.sims.plexIntegration]) {
      if (!found) throw new Error('the demo has no such media server');
      const { pluginId, name, settings: values } = found;
      await integrations.create({ pluginId, name, settings: { ...values, allowSignIn: true } }, SPEC);
    }
    const visitor = await scene.open();
    await visitor.goto('/sign-in');
    await seen(visitor.getByRole('button', { name: /Audiobookshelf/ }));
    // it needs the public address
    await becomes(() => visitor.getByRole('button', { name: /Plex/ }).count(), 0);

    await admin.goto('/admin/settings');
    await admin.getByRole('combobox', { name: 'First sign-in through another service' }).click();
    await admin.getByRole('option', { name: 'Create the account; no approval' }).click();
    await admin.getByRole('textbox', { name: 'Public address' }).fill(scene.app.url);
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await seen(admin.getByText('Saved', { exact: true }));
    expect((await settings.get()).signIn).to.include({ newAccounts: 'open', registration: 'closed' });

    await visitor.goto('/sign-in');
    await visitor.getByRole('button', { name: `Continue with ${audiobookshelf?.name ?? ''}` }).click();
    await sendSignIn(visitor, { username: 'root', password: 'wrong' });
    await seen(visitor.getByRole('alert'));
    await visitor.getByLabel('Password', { exact: true }).fill('root');
    expect(await axeFindings(visitor)).to.deep.equal([]);
    await visitor.getByRole('button', { name: 'Sign in', exact: true }).click();
    await seen(visitor.getByRole('navigation', { name: 'Main' }));
    await visitor.context().close();

    const other = await scene.open();
    await other.goto('/sign-in');
    await other.getByRole('button', { name: `Continue with ${scene.sims.plexIntegration.name}` }).click();
    await other.waitForURL(/\/auth/);
    await other.getByRole('button').first().click();
    await seen(other.getByRole('navigation', { name: 'Main' }));
    const names = (await scene.app.services.users.list({ page: 1, limit: 20 })).items.map(({ username, role }) => `${username} ${role}`);

    // 'root' here and 'root' there are two people
    expect(names).to.include('root admin').and.include('root-2 user');
    expect(names).to.have.length(4);
    // the browser logs the refusal; its messages about the other service's page are not ours
    expect(scene.problems.splice(0).filter((problem) => problem.startsWith(scene.app.url))).to.have.length(1);
    await other.context().close();
  });

  it('disables an account and shows all of it in the history', async () => {
    await admin.goto('/admin/users');
    await admin.getByRole('button', { name: 'Edit: ada' }).click();
    await admin.getByRole('combobox', { name: 'Access' }).click();
    await admin.getByRole('option', { name: 'Disabled' }).click();
    await admin.getByRole('button', { name: 'Save', exact: true }).click();
    await seen(admin.getByText('Disabled').filter({ visible: true }));

    await admin.goto('/admin/audit');
    await seen(admin.getByText(/^Changed an account/));
    await admin.getByRole('textbox', { name: 'Search by person or action' }).fill('login_token');
    await seen(admin.getByText(/^Made a sign-in link/));
    await admin.getByText(/^Changed an account/).waitFor({ state: 'detached' });
    const download = admin.waitForEvent('download');
    await admin.getByRole('link', { name: 'Save as CSV' }).click();

    expect((await download).suggestedFilename()).to.equal('lectern-audit.csv');
    expect((await scene.app.services.users.findByUsername('ada'))?.state).to.equal('disabled');
    expect(await axeFindings(admin)).to.deep.equal([]);
    expect(scene.problems).to.deep.equal([]);
  });
});
