import { randomBytes } from 'node:crypto';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { OIDC_CLIENT, startRealProvider, type RealProvider } from '../security/oidc-world.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

const SPEC = { name: 'spec' };
const BUTTON = 'Sign in with the household account';
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

requireOrSkip('chromium')('an OpenID provider in a browser', () => {
  let scene: BrowserScene;
  let provider: RealProvider;
  const password = randomBytes(12).toString('base64url');

  /** The provider's page asks for a font on the internet. */
  async function visitor(options: Parameters<BrowserScene['open']>[0] = {}): Promise<Page> {
    const page = await scene.open(options);
    await page.route(/googleapis/, (route) => route.abort());
    return page;
  }

  async function shoot(page: Page, name: string): Promise<void> {
    const dir = process.env['SHOT'];
    if (dir) await page.screenshot({ path: `${dir}/oidc-${name}.png` });
  }

  before(async () => {
    provider = await startRealProvider();
    provider.people.set('jane-1', { preferred_username: 'Jane.Reader', groups: ['library-admins'] });
    scene = await startBrowserScene();
    await scene.app.ready;
    const { users, settings } = scene.app.services;
    await users.create({ username: 'root', password, role: 'admin' }, SPEC);
    await settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
    await settings.update({ server: { publicUrl: scene.app.url }, signIn: { newAccounts: 'open' } }, SPEC);
  });
  after(async () => {
    await scene?.stop();
    await provider?.stop();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
  });

  it('is configured in the administration, reports a wrong issuer, and can be tested', async () => {
    const admin = await scene.open();
    await signIn(admin, { username: 'root', password });
    await admin.goto('/admin/integrations/new?plugin=sign-in-oidc');
    await seen(admin.getByLabel('Issuer'));
    await admin.getByLabel('Issuer').fill(`${provider.issuer}/`);
    await admin.getByLabel('Client ID').fill(OIDC_CLIENT);
    await admin.getByLabel('Client secret').fill(provider.secret);
    await admin.getByLabel('Button text').fill(BUTTON);
    await admin.getByRole('button', { name: 'Test', exact: true }).click();
    await seen(admin.getByText(`The provider calls itself ${provider.issuer}, not`));
    await shoot(admin, 'form');
    await admin.getByLabel('Issuer').fill(provider.issuer);
    await admin.getByRole('button', { name: 'Test', exact: true }).click();
    await seen(admin.getByText('answers, with one key'));
    expect(await axeFindings(admin)).to.deep.equal([]);
    await admin.getByRole('button', { name: 'Add', exact: true }).click();
    await admin.waitForURL((url) => !url.pathname.endsWith('/new'));
    const [saved] = (await scene.app.services.integrationStore.list()).filter(({ pluginId }) => pluginId === 'sign-in-oidc');
    await admin.goto(`/admin/integrations/${saved?.id ?? ''}`);
    const address = await admin.getByRole('textbox', { name: 'Return address' }).inputValue();
    await admin.getByRole('textbox', { name: 'Return address' }).scrollIntoViewIfNeeded();
    await shoot(admin, 'return-address');
    expect(await axeFindings(admin)).to.deep.equal([]);
    provider.allow(address);

    expect(saved?.settings).to.include({ issuer: provider.issuer, clientId: OIDC_CLIENT });
    expect(saved?.settings).not.to.have.property('clientSecret');
    // the answer to the first test is reported by the browser itself
    scene.problems.splice(0);
    await admin.context().close();
  });

  it('signs somebody in through its button and its own page', async () => {
    const jane = await visitor();
    await jane.goto('/sign-in');
    await seen(jane.getByRole('button', { name: BUTTON }));
    await shoot(jane, 'button');
    expect(await axeFindings(jane)).to.deep.equal([]);

    await jane.getByRole('button', { name: BUTTON }).click();
    await jane.waitForURL((url) => url.origin === provider.issuer);
    await jane.getByPlaceholder('Enter any login').fill('jane-1');
    await jane.getByPlaceholder('and password').fill('x');
    await jane.getByRole('button', { name: 'Sign-in' }).click();
    await jane.getByRole('button', { name: 'Continue' }).click();
    await seen(jane.getByRole('navigation', { name: 'Main' }));

    expect(new URL(jane.url()).search).to.equal('');
    expect(await scene.app.services.users.findByUsername('jane.reader')).to.include({ displayName: 'Jane.Reader', role: 'user' });
    await jane.context().close();
  });

  it('lets somebody without a password confirm through it, asks for the password there again, and returns to the same page', async () => {
    const { users, database } = scene.app.services;
    const { id } = (await users.findByUsername('jane.reader')) ?? { id: '' };
    await users.update(id, { role: 'admin' }, SPEC);
    const jane = await visitor();
    const signInThere = async () => {
      await jane.waitForURL((url) => url.origin === provider.issuer);
      await jane.getByPlaceholder('Enter any login').fill('jane-1');
      await jane.getByPlaceholder('and password').fill('x');
      await jane.getByRole('button', { name: 'Sign-in' }).click();
      const consent = jane.getByRole('button', { name: 'Continue' });
      await Promise.race([consent.waitFor(), jane.waitForURL((url) => url.origin !== provider.issuer)]);
      if (new URL(jane.url()).origin === provider.issuer) await consent.click();
    };
    await jane.goto('/sign-in');
    await jane.getByRole('button', { name: BUTTON }).click();
    await signInThere();
    await seen(jane.getByRole('navigation', { name: 'Main' }));
    const past = new Date(Date.now() - 3_600_000).toISOString();
    await database.transaction((tx) => tx.run('UPDATE refresh_sessions SET authenticated_at = ? WHERE user_id = ?', [past, id]));
    const add = async () => {
      await jane.goto('/admin/users');
      await jane.getByRole('button', { name: 'Add a person' }).click();
      const form = jane.getByRole('dialog', { name: 'Add a person' });
      await form.getByLabel('Username').fill('newcomer');
      await form
        .getByLabel(/^Password/)
        .first()
        .fill(password);
      await form.getByRole('button', { name: /^(Save|Add)/ }).click();
      return form;
    };

    await add();
    await seen(jane.getByRole('dialog', { name: 'Confirm it’s you' }));
    await shoot(jane, 'confirm');
    await jane.getByRole('button', { name: /^Continue with/ }).click();
    await signInThere();
    await seen(jane.getByText('Confirmed. You can continue now.'));
    expect(new URL(jane.url()).pathname).to.equal('/admin/users');
    await (await add()).waitFor({ state: 'hidden' });

    expect(await users.findByUsername('newcomer')).to.include({ role: 'user' });
    scene.problems.splice(0);
    await jane.context().close();
  });

  it('explains a refusal there, on a phone and in the dark, and lets people try again', async () => {
    const phone = await visitor({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await phone.goto('/sign-in');
    await seen(phone.getByRole('button', { name: BUTTON }));
    await shoot(phone, 'button-phone');
    await phone.getByRole('button', { name: BUTTON }).click();
    await phone.waitForURL((url) => url.origin === provider.issuer);
    await phone.getByRole('link', { name: 'Cancel' }).click();
    await seen(phone.getByRole('alert'));
    await shoot(phone, 'denied-phone');

    expect(await phone.getByRole('alert').textContent()).to.include('said no');
    expect(await axeFindings(phone)).to.deep.equal([]);
    await phone.getByRole('link', { name: 'Start again' }).click();
    await seen(phone.getByRole('button', { name: BUTTON }));
    await phone.context().close();
  });
});
