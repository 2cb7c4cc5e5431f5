import { deepStrictEqual, ok } from 'node:assert';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  IntegrationError,
  isIntegrationError,
  isPluginDefinition,
  PROVIDER_KINDS,
  type JsonObject,
  type PluginDefinition,
  type PluginInstance,
} from '@lectern/plugin-api';
import { checkImports } from './check-imports.js';
import { checkManifest } from './check-manifest.js';
import { checkMessages } from './check-messages.js';
import { checkSettingsSchema, readSettingsSchema, withDefaults } from './check-settings-schema.js';
import { checkTarball } from './check-tarball.js';
import { leftOpen, openHandles } from './open-handles.js';
import { packageEntry } from './package-entry.js';
import { readJson } from './read-json.js';
import { createTestContext } from './test-context.js';

export interface DescribePluginOptions {
  /** Valid settings to create an integration with. */
  readonly settings: object;
  /** The entry file inside the package. Default: the one that `exports` names, under the conditions of this process. */
  readonly entry?: string;
}

interface Manifest {
  readonly id: string;
  readonly provides: readonly string[];
}

const ROUNDS = 2;

async function loadEntry(dir: string, given: string | undefined): Promise<PluginDefinition> {
  const entry = given ?? packageEntry(dir);
  if (entry === undefined) throw new Error('exports name no entry');
  const module = (await import(pathToFileURL(join(dir, entry)).href)) as { default?: unknown };
  if (!isPluginDefinition(module.default)) throw new Error('the entry must default-export what definePlugin made');
  return module.default;
}

/** The required settings only; the schema's defaults fill in the rest. */
function leastSettings(schema: { readonly required?: unknown }, sample: object): object {
  const required = Array.isArray(schema.required) ? schema.required : [];
  return Object.fromEntries(Object.entries(sample).filter(([name]) => required.includes(name)));
}

function checkInstance(instance: PluginInstance, manifest: Manifest): void {
  const provided = PROVIDER_KINDS.filter((kind) => instance.provides[kind] !== undefined);
  deepStrictEqual([...provided].sort(), [...manifest.provides].sort(), 'create provides what the manifest says');
  ok(typeof instance.check === 'function', 'check must be a function');
  for (const [name, choice] of Object.entries(instance.choices ?? {}))
    ok(typeof choice === 'function', `choices.${name} must be a function`);
  ok(instance.stop === undefined || typeof instance.stop === 'function', 'stop must be a function');
  ok(instance.start === undefined || typeof instance.start === 'function', 'start must be a function');
}

/** Names of lists the schema refers to. */
function wantedChoices(schema: Record<string, unknown>): string[] {
  const properties = Object.values((schema.properties ?? {}) as Record<string, { 'x-ui'?: { choices?: string } }>);
  return properties.map((property) => property['x-ui']?.choices).filter((name) => name !== undefined);
}

/** One life of an integration. @returns the lists it offers */
async function live(definition: PluginDefinition, settings: object, manifest: Manifest): Promise<string[]> {
  const http = { request: () => Promise.reject(new IntegrationError('INTEGRATION_UNAVAILABLE', 'no network in this test')) };
  const context = createTestContext({ settings, http });
  try {
    const instance = definition.create(context as never);
    // what create started on the quiet would show itself now
    await new Promise((resolve) => setImmediate(resolve));
    deepStrictEqual(context.requests, [], 'create must not reach the network');
    checkInstance(instance, manifest);

    await instance.start?.({ signal: context.signal }).catch((error: unknown) => {
      if (!isIntegrationError(error))
        throw new Error('start must fail with an IntegrationError when there is no network', { cause: error });
    });
    await instance.stop?.('settings');
    return Object.keys(instance.choices ?? {});
  } finally {
    context.abort();
  }
}

/**
 * The mocha suite every plugin passes: manifest, settings schema, messages, imports, tarball, entry, and that an integration can
 * be created, started, stopped and created again without leaving anything open.
 *
 * @param dir the package's directory
 */
export function describePlugin(dir: string, options: DescribePluginOptions): void {
  const manifest = readJson(join(dir, 'package.json')).lectern as Manifest;

  describe(`plugin ${manifest.id}`, () => {
    it('has a valid manifest', () => deepStrictEqual(checkManifest(dir), []));

    it('has a valid settings schema', () => deepStrictEqual(checkSettingsSchema(dir, options.settings), []));

    it('has sound messages, which its code uses', () => deepStrictEqual(checkMessages(dir), []));

    it('imports nothing that is not for plugins', () => deepStrictEqual(checkImports(dir), []));

    it('packs what its manifest names and no tests', async function () {
      this.timeout(300_000);
      deepStrictEqual(await checkTarball(dir), []);
    });

    for (const kind of ['default', 'sample']) {
      it(`creates, starts, stops and creates again with ${kind} settings, and leaves nothing open`, async function () {
        this.timeout(300_000);
        const schema = readSettingsSchema(dir);
        const given = kind === 'default' ? leastSettings(schema, options.settings) : options.settings;
        const settings = withDefaults(schema, given);
        const definition = await loadEntry(dir, options.entry);
        const before = openHandles();

        for (let round = 0; round < ROUNDS; round += 1) {
          const offered = await live(definition, settings, manifest);
          const missing = wantedChoices(schema).filter((name) => !offered.includes(name));
          deepStrictEqual(missing, [], 'the schema names lists (x-ui.choices) that the plugin does not offer');
        }

        deepStrictEqual(await leftOpen(before), [], 'stop must leave no timer, socket or listener');
      });
    }

    it('migrates settings without changing what it was given', async () => {
      const definition = await loadEntry(dir, options.entry);
      const raw = Object.freeze(structuredClone(options.settings)) as JsonObject;
      const migrated = definition.migrateSettings?.(raw, readJson(join(dir, 'package.json')).version as string);
      if (migrated !== undefined) deepStrictEqual(checkSettingsSchema(dir, migrated), []);
    });
  });
}
