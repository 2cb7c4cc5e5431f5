import { IntegrationError, isPluginDefinition, PROVIDER_KINDS, type PluginDefinition } from '@lectern/plugin-api';
import { deepStrictEqual, ok } from 'node:assert';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { checkManifest, checkSettingsSchema } from './check-package.js';
import { createTestContext } from './test-context.js';

export interface DescribePluginOptions {
  /** Valid settings to create an integration with. */
  readonly settings: object;
  /** The entry file inside the package. Default: `src/index.ts`. */
  readonly entry?: string;
}

const HANDLES = /^(Timeout|TCPSocketWrap|TCPServerWrap|FSEventWrap|ChildProcess|Worker)$/;

function openHandles(): string[] {
  return process
    .getActiveResourcesInfo()
    .filter((name) => HANDLES.test(name))
    .sort();
}

async function loadEntry(dir: string, entry: string): Promise<PluginDefinition> {
  const module = (await import(pathToFileURL(join(dir, entry)).href)) as { default?: unknown };
  if (!isPluginDefinition(module.default)) throw new Error('the entry must default-export what definePlugin made');
  return module.default;
}

/**
 * The mocha suite every plugin passes: manifest, settings schema, entry, and that an integration can be created,
 * stopped and created again without reaching the network or leaving anything open.
 *
 * @param dir the package's directory
 */
export function describePlugin(dir: string, options: DescribePluginOptions): void {
  const entry = options.entry ?? 'src/index.ts';
  const manifest = (JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { lectern: { id: string; provides: string[] } }).lectern;

  describe(`plugin ${manifest.id}`, () => {
    it('has a valid manifest', () => deepStrictEqual(checkManifest(dir), []));

    it('has a valid settings schema', () => deepStrictEqual(checkSettingsSchema(dir, options.settings), []));

    it('provides what its manifest says, and creates, stops and creates again without network or leftovers', async () => {
      const definition = await loadEntry(dir, entry);
      const before = openHandles();
      for (let round = 0; round < 2; round += 1) {
        const http = { request: () => Promise.reject(new IntegrationError('INTEGRATION_UNAVAILABLE', 'no network in this test')) };
        const context = createTestContext({ settings: options.settings, http });
        const instance = definition.create(context as never);
        await sleep(5);

        deepStrictEqual(context.requests, [], 'create must not reach the network');
        const provided = PROVIDER_KINDS.filter((kind) => instance.provides[kind] !== undefined);
        deepStrictEqual([...provided].sort(), [...manifest.provides].sort());
        ok(typeof instance.check === 'function', 'check must be a function');

        context.abort();
        await instance.stop?.('settings');
      }
      await sleep(5);
      deepStrictEqual(openHandles(), before, 'stop must leave no timer, socket or listener');
    });
  });
}
