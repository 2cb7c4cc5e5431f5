import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { requireOrSkip } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { startBareServer, type BareServer } from '../bare-server.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { openAdminPage, type AdminPage } from './admin-page.spec.support.js';
import { axeFindings } from './browser-scene.spec.support.js';

const seen = (locator: Locator) => locator.first().waitFor({ state: 'visible', timeout: 90_000 });

/** Kept where `SHOT` names a folder: on a desktop in the light, and on a phone in the dark. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOT'];
  if (folder === undefined) return;
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: join(folder, `${name}-phone.png`), fullPage: true });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** A program that hears of events, on loopback. */
interface Receiver {
  readonly url: string;
  readonly got: { readonly headers: IncomingHttpHeaders; readonly body: string }[];
  status: number;
  readonly server: Server;
}

async function startReceiver(): Promise<Receiver> {
  const got: Receiver['got'] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(receiver.status, { 'content-type': 'application/json' }).end('{"heard":true}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got, status: 200, server };
  return receiver;
}

requireOrSkip('chromium')('webhooks in a browser', () => {
  let server: BareServer;
  let receiver: Receiver;
  let opened: AdminPage;
  let page: Page;
  let secret = '';

  before(async () => {
    server = await startBareServer({ LECTERN_ROLE: 'all' });
    receiver = await startReceiver();
    opened = await openAdminPage(server);
    page = opened.page;
  });
  after(async () => {
    await opened?.close();
    receiver?.server.close();
    await server?.stop();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed')
      console.error(`${page?.url()}\n${opened?.problems.join('\n')}\n${server?.log().slice(-2000)}`);
  });

  const row = () => page.getByRole('list', { name: 'Webhooks' }).getByRole('listitem').filter({ hasText: 'Home' });
  const log = () => page.getByRole('list', { name: 'Deliveries' }).getByRole('listitem');

  it('are added, and their secret is shown once', async () => {
    await page.goto('/admin/webhooks');
    await seen(page.getByText('No webhooks yet'));
    await shoot(page, 'webhooks-none');

    await page.getByRole('button', { name: 'Add webhook' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Home');
    await dialog.getByRole('textbox', { name: 'Address' }).fill('http://93.184.216.34/hook');
    await dialog.getByRole('radio', { name: 'Only these:' }).check();
    await seen(dialog.getByText('Choose at least one event.'));
    await dialog.getByRole('checkbox', { name: 'A book is in the library' }).check();
    await dialog.getByRole('checkbox', { name: 'An integration stopped working' }).check();
    await shoot(page, 'webhooks-form');
    expect(await axeFindings(page)).to.deep.equal([]);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    await seen(dialog.getByRole('alert').filter({ hasText: 'so its address must begin with https://.' }));
    await dialog.getByRole('textbox', { name: 'Address' }).fill(receiver.url);
    await dialog.getByRole('button', { name: 'Add webhook' }).click();
    const shown = page.getByRole('textbox', { name: 'Secret for checking signatures' });
    await seen(shown);
    secret = await shown.inputValue();
    expect(secret).to.match(/^whsec_/);
    expect(await axeFindings(page)).to.deep.equal([]);
    await shoot(page, 'webhooks-secret');
    await page.getByRole('button', { name: 'Done' }).click();

    await seen(row().getByText('Not used yet'));
    await seen(row().getByText('2 events'));
    expect(await page.content()).not.to.contain(secret);
  });

  it('are tested, with an answer at once', async () => {
    await row().getByRole('button', { name: 'Test: Home' }).click();
    await seen(row().getByText(/^Delivered in \d+ ms \(HTTP 200\)\.$/));
    await seen(row().getByText('{"heard":true}'));
    await seen(row().getByText('Works'));
    await shoot(page, 'webhooks-tested');
    expect(await axeFindings(page)).to.deep.equal([]);

    const [{ headers, body } = { headers: {}, body: '' }] = receiver.got;
    const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
    const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(signed)
      .digest('base64');
    expect(headers['webhook-signature']).to.equal(`v1,${expected}`);
  });

  it('say that they fail, and send an event again from the log', async () => {
    receiver.status = 503;
    const { database, notifications } = server.app.services;
    await database.transaction((tx) =>
      notifications.integrationEvent(tx, 'integration_unhealthy', { id: 'plex', name: 'Plex' }, 'It does not answer.'),
    );
    await seen(row().getByText('Fails'));
    await page.reload();
    await seen(row().getByText(/^Every attempt since .+ has failed/));
    await seen(row().getByText('1 event waits'));
    await shoot(page, 'webhooks-failing');

    await row().getByRole('link', { name: 'Log: Home' }).click();
    const failed = log().filter({ hasText: 'An integration stopped working' });
    await seen(failed.getByText('did not take the event (HTTP 503).'));
    await seen(failed.getByText('Waits'));
    await failed.getByText('What was sent and answered').click();
    await seen(failed.getByText('"title": "Plex does not work"'));
    await seen(log().filter({ hasText: 'Test' }).getByText('Delivered'));
    await shoot(page, 'webhooks-log');
    expect(await axeFindings(page)).to.deep.equal([]);

    receiver.status = 200;
    await failed.getByRole('button', { name: 'Send again: An integration stopped working' }).click();
    await seen(failed.getByText('Delivered'));
    const ids = receiver.got.slice(1).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size, 'the same id').to.equal(1);
  });

  it('that Lectern paused say why, and are switched on again', async () => {
    const { database } = server.app.services;
    await database.transaction((tx) => tx.run("UPDATE webhooks SET enabled = ?, paused_because = 'failing'", [false]));
    await page.goto('/admin/webhooks');
    await seen(row().getByText('Paused', { exact: true }));
    await seen(row().getByText(/^Lectern paused this webhook, because it had taken no event for 3 days\./));
    await shoot(page, 'webhooks-paused');
    expect(await axeFindings(page)).to.deep.equal([]);

    await row().getByRole('button', { name: 'Switch on again: Home' }).click();

    await seen(row().getByText('Works', { exact: true }));
    expect(
      await row()
        .getByText(/^Lectern paused/)
        .count(),
    ).to.equal(0);
  });

  it('get a new secret, are switched off and deleted', async () => {
    await row().getByRole('button', { name: 'More actions: Home' }).click();
    await page.getByRole('menuitem', { name: 'New secret' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'New secret' }).click();
    const shown = page.getByRole('textbox', { name: 'Secret for checking signatures' });
    await seen(shown);
    expect(await shown.inputValue())
      .to.match(/^whsec_/)
      .and.not.equal(secret);
    await page.getByRole('button', { name: 'Done' }).click();

    await row().getByRole('button', { name: 'More actions: Home' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByRole('switch', { name: 'Switched on' }).click({ force: true });
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await seen(row().getByText('Off', { exact: true }));

    await row().getByRole('button', { name: 'More actions: Home' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await seen(page.getByText('No webhooks yet'));
    await page.goto('/admin/audit');
    await becomes(() => page.getByText(/(Added|Changed|Deleted) a webhook|Made a new secret for a webhook/).count(), 5);
    expect(opened.problems).to.deep.equal([]);
  });
});
