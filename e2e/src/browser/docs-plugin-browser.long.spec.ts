import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { DemoAccount } from '@lectern/demo';
import { requireOrSkip, until } from '@lectern/testbed';
import { expect } from 'chai';
import type { Locator, Page } from 'playwright-core';
import { packDirectory, startStubRegistry, type StubRegistry } from '@lectern/core/testing';
import { axeFindings, startBrowserScene, type BrowserScene } from './browser-scene.spec.support.js';
import { becomes } from '../becomes.spec.support.js';
import { setUp } from './signed-in-scene.spec.support.js';
import { signIn } from './sign-in.spec.support.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLE = join(ROOT, 'docs/plugins/examples/notify-example');
const NAME = 'Example noticeboard';
const TOKEN = randomBytes(12).toString('base64url');

const seen = (locator: Locator, timeout = 60_000) => locator.first().waitFor({ state: 'visible', timeout });

/** Does what an author does after the last page of the docs: `tsc`, then `npm pack`. */
async function packExample(): Promise<Buffer> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-author-'));
  try {
    const dir = join(root, 'notify-example');
    await symlink(join(ROOT, 'node_modules'), join(root, 'node_modules'), 'dir');
    // its specs are compiled and run by docs-plugins.spec.ts
    await cp(EXAMPLE, dir, { recursive: true, filter: (path) => !path.endsWith('.spec.ts') });
    await promisify(execFile)(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', dir]);
    return await packDirectory(dir);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

interface Posted {
  readonly path: string;
  readonly body: { readonly title: string; readonly board: string; readonly lines: readonly string[]; readonly key: string };
}

requireOrSkip('chromium')('the plugin of the docs, packed by its author, in the browser', () => {
  const posted: Posted[] = [];
  let registry: StubRegistry;
  let board: Server;
  let scene: BrowserScene;
  let accounts: { admin: DemoAccount; user: DemoAccount };
  let admin: Page;

  before(async () => {
    registry = await startStubRegistry();
    board = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isKnown = request.headers.authorization === `Bearer ${TOKEN}`;
        if (isKnown && request.method === 'POST') {
          posted.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) as Posted['body'] });
        }
        const answer = JSON.stringify({ version: '2.1', id: String(posted.length) });
        response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(answer);
      });
    }).listen(0, '127.0.0.1');
    await once(board, 'listening');
    // a registry that has nothing: a plugin from a file needs none
    scene = await startBrowserScene({ env: { LECTERN_PLUGIN_REGISTRY: registry.url } });
    accounts = await setUp(scene);
    await accounts.admin.api.call('PATCH', '/api/admin/settings', { requests: { autoApprove: true } });
    admin = await scene.open();
    await signIn(admin, accounts.admin);
  });
  after(async () => {
    await scene?.stop();
    await registry?.close();
    board?.closeAllConnections();
    board?.close();
  });
  afterEach(function () {
    if (this.currentTest?.state === 'failed') console.error(`${admin?.url()}\n${scene?.problems.join('\n')}\n${scene?.log().slice(-3000)}`);
  });

  const card = () => admin.getByRole('article').filter({ hasText: 'lectern-plugin-example' });

  it('is installed from its file', async () => {
    const buffer = await packExample();
    await admin.goto('/admin/plugins');
    await admin.getByRole('link', { name: 'Install a plugin' }).click();
    await seen(admin.getByRole('heading', { name: 'From a file' }));

    await admin
      .locator('input[type=file]')
      .setInputFiles({ name: 'lectern-plugin-example-1.0.0.tgz', mimeType: 'application/gzip', buffer });
    await admin.getByRole('button', { name: 'Upload and install' }).click();

    await seen(admin.getByText(`${NAME} 1.0.0 is installed`));
    await seen(card().getByText('Ready'));
  });

  it('gets its settings in the form of its schema, which shows a wrong token at its field', async () => {
    await card()
      .getByRole('link', { name: `Add an integration: ${NAME}` })
      .click();
    await admin.getByRole('textbox', { name: /^Address/ }).fill(`http://127.0.0.1:${(board.address() as AddressInfo).port}/board/`);
    const token = admin.getByLabel('Token').and(admin.locator('input'));
    await token.fill('another');
    await admin.getByRole('button', { name: 'Test', exact: true }).click();
    await seen(admin.locator('[data-ok="false"]'));
    await seen(admin.getByText('The noticeboard refuses the token.'));
    await becomes(() => token.getAttribute('aria-invalid'), 'true');

    await token.fill(TOKEN);
    await admin.getByRole('button', { name: 'Test', exact: true }).click();
    await seen(admin.locator('[data-ok="true"]').filter({ hasText: 'Connected' }));
    expect(await axeFindings(admin)).to.deep.equal([]);
    await admin.getByRole('button', { name: 'Add', exact: true }).click();

    await admin.getByRole('link', { name: `Edit: ${NAME}` }).click();
    await seen(admin.getByRole('heading', { name: 'What it announces' }));
    await becomes(() => admin.getByRole('checkbox', { name: 'A book is in the library' }).isChecked(), true);
    await admin.getByRole('checkbox', { name: 'A download began' }).click();
    await seen(admin.getByText('Saved'));
    expect(posted).to.deep.equal([]);
  });

  it('is told of a book that a reader asked for, once it is there', async () => {
    const book = scene.sims.playable[0];
    const title = book?.title ?? '';
    const reader = await scene.open();
    await signIn(reader, accounts.user);
    await reader.goto(`/book/${book?.asin}`);
    await reader.getByRole('button', { name: 'Request audiobook' }).click();
    await reader.goto('/requests');
    const row = reader.getByRole('article').filter({ hasText: title });
    await seen(row.getByText('In library'), 90_000);

    const message = await until(async () => posted.find(({ body }) => body.title === `Available: ${title}`), {
      everyMs: 50,
      what: 'a message on the noticeboard',
    });

    expect(message.path).to.equal('/board/messages');
    expect(message.body.board).to.equal('books');
    expect(message.body.lines.join(' ')).to.include(`“${title}” by ${book?.authors[0]?.name} is in the library.`);
    expect(posted.map(({ body }) => body.title)).to.have.members([`Downloading: ${title}`, `Available: ${title}`]);
    const { items } = await accounts.user.api.call<{ items: { status: string }[] }>('GET', '/api/requests');
    expect(items.map(({ status }) => status)).to.deep.equal(['available']);
    expect(scene.log()).not.to.include(TOKEN);
  });
});
