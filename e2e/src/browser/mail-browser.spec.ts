import { randomBytes } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect } from 'chai';
import { requireOrSkip } from '@lectern/testbed';
import type { Locator, Page } from 'playwright-core';
import { SMTPServer } from 'smtp-server';
import { becomes } from '../becomes.spec.support.js';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

const SPEC = { name: 'spec' };
const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

async function shoot(page: Page, name: string): Promise<void> {
  if (process.env['SHOT']) await page.screenshot({ path: join(process.env['SHOT'], `${name}.png`), fullPage: true });
}

requireOrSkip('chromium')('e-mail in a browser', () => {
  let scene: BrowserScene;
  let admin: Page;
  let smtp: SMTPServer;
  let port: number;
  const received: string[] = [];
  const password = randomBytes(12).toString('base64url');
  const mailPassword = randomBytes(12).toString('base64url');

  before(async () => {
    smtp = new SMTPServer({
      logger: false,
      allowInsecureAuth: true,
      disabledCommands: ['STARTTLS'],
      onAuth: (auth, _session, callback) =>
        auth.password === mailPassword ? callback(null, { user: 'books' }) : callback(new Error('Wrong password')),
      onData(stream, _session, callback) {
        let text = '';
        stream.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
        stream.on('end', () => {
          received.push(text);
          callback();
        });
      },
    });
    smtp.on('error', () => undefined);
    await new Promise<void>((resolve) => void smtp.listen(0, '127.0.0.1', () => resolve()));
    port = (smtp.server.address() as AddressInfo).port;
    scene = await startBrowserScene();
    await scene.app.ready;
    const { users, settings } = scene.app.services;
    await users.create({ username: 'root', password, role: 'admin', email: 'root@example.org' }, SPEC);
    await settings.update({ setup: { completedAt: new Date().toISOString() } }, SPEC);
    admin = await scene.open();
    await signIn(admin, { username: 'root', password });
  });
  after(async () => {
    await scene?.stop();
    await new Promise<void>((resolve) => void smtp?.close(() => resolve()));
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${admin?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-2000)}`);
  });

  it('is tried out before it is saved, and says where it failed', async () => {
    await admin.goto('/admin/mail');
    await seen(admin.getByRole('heading', { level: 1, name: 'E-mail' }));
    await shoot(admin, 'mail-empty');
    expect(await axeFindings(admin)).to.deep.equal([]);

    await admin.getByRole('textbox', { name: 'Server' }).fill('127.0.0.1');
    await admin.getByRole('textbox', { name: 'Username' }).fill('books');
    await admin.getByLabel('Password').first().fill('not the password');
    await admin.getByRole('textbox', { name: 'Sender address' }).fill('books@example.org');
    await admin.getByLabel('Encryption').first().click();
    await admin.getByRole('option', { name: 'None' }).click();
    await seen(admin.getByText('Without encryption'));
    expect(await admin.getByLabel('Port').first().inputValue()).to.equal('25');
    await admin.getByLabel('Port').first().fill(String(port));
    expect(await admin.getByLabel('Send to').inputValue()).to.equal('root@example.org');
    await admin.getByRole('button', { name: 'Send test e-mail' }).click();
    await seen(admin.getByRole('status').filter({ hasText: 'refused the user name or the password' }));
    await seen(admin.getByRole('img', { name: 'Failed' }));
    await shoot(admin, 'mail-refused');
    expect(await axeFindings(admin)).to.deep.equal([]);
    expect(received).to.deep.equal([]);

    await admin.getByLabel('Password').first().fill(mailPassword);
    await admin.getByRole('button', { name: 'Send test e-mail' }).click();
    await seen(admin.getByText('The server has accepted the message'));
    await shoot(admin, 'mail-accepted');

    expect(received).to.have.length(1);
    expect(received[0]).to.include('To: root@example.org').and.include('Subject: E-mail works');
    expect(await scene.app.services.mail.isReady()).to.equal(false);
  });

  it('is saved, and its password is not shown again', async () => {
    await admin.getByRole('button', { name: 'Save' }).click();
    await seen(admin.getByText('Saved'));
    await becomes(() => scene.app.services.mail.isReady(), true);
    await admin.reload();
    await seen(admin.getByRole('button', { name: 'Replace: Password' }));
    await shoot(admin, 'mail-saved');
    expect(await admin.content()).not.to.include(mailPassword);

    await admin.getByRole('button', { name: 'Send test e-mail' }).click();
    await seen(admin.getByText('The server has accepted the message'));

    expect(received).to.have.length(2);
  });

  it('wants the password again for another server', async () => {
    await admin.getByRole('textbox', { name: 'Server' }).fill('localhost');
    await admin.getByRole('button', { name: 'Send test e-mail' }).click();
    await seen(admin.getByText('has to be entered again'));
    await shoot(admin, 'mail-elsewhere');
    await admin.getByRole('button', { name: 'Discard' }).click();

    expect(await admin.getByRole('textbox', { name: 'Server' }).inputValue()).to.equal('127.0.0.1');
  });

  it('can be looked after on a phone, in the dark', async () => {
    const phone = await scene.open({ viewport: { width: 390, height: 844 }, colorScheme: 'dark' });
    await signIn(phone, { username: 'root', password });

    await phone.goto('/admin/mail');
    await phone.getByRole('button', { name: 'Send test e-mail' }).click();
    await seen(phone.getByText('The server has accepted the message'));
    await shoot(phone, 'mail-phone-dark');
    const overflow = await phone.evaluate<number>('document.documentElement.scrollWidth');

    expect(overflow).to.be.at.most(390);
    expect(await axeFindings(phone)).to.deep.equal([]);
    await phone.context().close();
  });

  it('is removed with its password', async () => {
    await admin.getByRole('button', { name: 'Remove' }).click();
    await admin.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await seen(admin.getByText('The mail server has been removed.'));
    const { items } = await scene.app.services.audit.list({ page: 1, limit: 20 });

    expect(await scene.app.services.mail.isReady()).to.equal(false);
    expect(items.map(({ action }) => action)).to.include.members(['mail.saved', 'mail.tested', 'mail.removed']);
    expect(JSON.stringify(items) + scene.log()).not.to.include(mailPassword);
  });
});
