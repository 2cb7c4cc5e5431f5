import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isIntegrationError, type NotificationMessage } from '@lectern/plugin-api';
import { describePlugin } from '@lectern/plugin-kit';
import { expect } from 'chai';
import ts from 'typescript';
import { createRedactor, createMemoryStore, createPluginHost, type PluginHost } from '@lectern/core/testing';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const EXAMPLE = join(ROOT, 'docs/plugins/examples/notify-example');
const SETTINGS = { baseUrl: 'http://127.0.0.1:9/board/', token: 'planted-token', board: 'books' };
const MESSAGE: NotificationMessage = {
  event: 'request_available',
  title: 'Available: Dune',
  lines: ['“Dune” by Frank Herbert is in the library.'],
  fields: [],
  links: [],
  severity: 'success',
  occurredAt: '2026-01-01T00:00:00.000Z',
  dedupeKey: 'request_available:1',
};

/** Returns the errors that an author's own `tsc` would report, with the plugin API read from its source. */
function typeErrors(): string[] {
  const file = ts.readConfigFile(join(EXAMPLE, 'tsconfig.json'), (path) => ts.sys.readFile(path));
  const { options, fileNames } = ts.parseJsonConfigFileContent(file.config, ts.sys, EXAMPLE);
  const changes = { noEmit: true, declaration: false, rootDir: undefined, outDir: undefined, customConditions: ['lectern-source'] };
  // the specs are compiled as an author would, with the packages as they are published: docs-plugins.spec.ts
  const own = fileNames.filter((name) => !name.endsWith('.spec.ts'));
  const program = ts.createProgram(own, { ...options, ...changes });
  return ts.getPreEmitDiagnostics(program).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'));
}

/** Puts the example where an installed plugin lives, compiled as its author would ship it. */
async function install(dataDir: string): Promise<void> {
  const modules = join(dataDir, 'plugins/notify-example/1.0.0/node_modules');
  const dir = join(modules, 'lectern-plugin-example');
  await mkdir(join(dir, 'dist'), { recursive: true });
  await mkdir(join(modules, '@lectern'));
  await symlink(join(ROOT, 'plugin-api'), join(modules, '@lectern/plugin-api'), 'dir');
  for (const name of ['package.json', 'settings.schema.json', 'README.md']) await cp(join(EXAMPLE, name), join(dir, name));
  const source = await readFile(join(EXAMPLE, 'src/index.ts'), 'utf8');
  const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  await writeFile(join(dir, 'dist/index.js'), ts.transpileModule(source, { compilerOptions }).outputText);
}

describePlugin(EXAMPLE, { settings: SETTINGS, entry: 'src/index.ts' });

describe('the example plugin of the docs', () => {
  const posted: { path: string; body: unknown }[] = [];
  let dataDir: string;
  let board: Server;
  let token: string;
  let host: PluginHost;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-example-'));
    await install(dataDir);
    token = SETTINGS.token;
    board = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const isKnown = request.headers.authorization === `Bearer ${token}`;
        response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' }).end(JSON.stringify({ version: '2.1', id: '1' }));
        if (isKnown && request.method === 'POST') {
          posted.push({ path: request.url ?? '', body: JSON.parse(Buffer.concat(chunks).toString()) as unknown });
        }
      });
    }).listen(0, '127.0.0.1');
    await once(board, 'listening');
    const baseUrl = `http://127.0.0.1:${(board.address() as AddressInfo).port}/board/`;
    const quiet = () => undefined;
    host = createPluginHost({
      integrations: {
        list: async () => [
          {
            id: 'one',
            pluginId: 'notify-example',
            name: 'Noticeboard',
            enabled: true,
            priority: 1,
            pluginVersion: '1.0.0',
            settings: { baseUrl },
            secrets: { token: SETTINGS.token },
          },
        ],
      },
      storage: createMemoryStore(),
      logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
      redactor: createRedactor(),
      dataDir,
      pluginRoots: [],
      userAgent: 'Lectern/test',
      retryDelayMs: 1,
    });
    await host.load();
    await host.startAll();
  });

  after(async () => {
    await host?.stopAll('shutdown');
    board?.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('has no type errors', () => {
    expect(typeErrors()).to.deep.equal([]);
  });

  it('is loaded by the host from the data directory', () => {
    expect(host.plugin('notify-example')).to.include({ state: 'ready', source: 'installed', displayName: 'Example noticeboard' });
  });

  it('answers the Test button', async () => {
    expect(await host.check('one')).to.deep.equal({ ok: true, version: '2.1' });
  });

  it('posts a message, with the default of a setting that is not stored', async () => {
    await host.provider('notifier', 'one')?.call('send', (notifier, call) => notifier.send(MESSAGE, call));

    const { title, lines, links, dedupeKey } = MESSAGE;
    expect(posted).to.deep.equal([{ path: '/board/messages', body: { board: 'books', title, lines, links, key: dedupeKey } }]);
  });

  it('names the wrong setting without showing its value', async () => {
    token = 'another';

    const error = await host.check('one').catch((thrown: unknown) => thrown);

    expect(isIntegrationError(error)).to.equal(true);
    expect(error).to.include({ code: 'INTEGRATION_UNAUTHORIZED', field: 'token' });
    expect((error as Error).message).not.to.include(SETTINGS.token);
  });
});
