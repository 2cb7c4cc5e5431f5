import type { JsonObject } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createSettingsSchema, type PluginInfo } from '../../plugin-host/index.js';
import { connectFirstCatalog, type FirstCatalogDeps } from './first-catalog.js';

const ACTOR = { id: 'u1', name: 'ada' };
const REGIONS = ['us', 'uk', 'de'];

function plugin(id: string, change: Partial<PluginInfo> = {}): PluginInfo {
  const own = { id, packageName: id, version: '1.0.0', displayName: id, provides: ['catalog'], instances: 'one', source: 'bundled' };
  return { ...own, state: 'ready', texts: {}, recommends: [], ...change } as unknown as PluginInfo;
}

const needsKey = { type: 'object', additionalProperties: false, properties: { key: { type: 'string' } }, required: ['key'] };
const needsNothing = {
  type: 'object',
  additionalProperties: false,
  properties: { shop: { type: 'string', default: 'us' } },
  required: ['shop'],
};

function world(plugins: readonly PluginInfo[], schemas: Readonly<Record<string, JsonObject>> = {}, catalogs = 0) {
  const created: unknown[] = [];
  const regions: string[] = [];
  const deps = {
    host: {
      plugins: () => plugins,
      settings: (id: string) => createSettingsSchema(schemas[id] ?? needsNothing),
      providers: () =>
        plugins.map(({ id }) => ({
          pluginId: id,
          call: async (_what: string, ask: (catalog: object) => unknown) => ask({ regions: REGIONS.map((region) => ({ id: region })) }),
        })),
    },
    integrations: {
      countByKind: async () => ({ catalog: catalogs }),
      create: async (input: unknown) => created.push(input),
    },
    chooseRegion: async (region: string) => regions.push(region),
  } as unknown as FirstCatalogDeps;
  return { created, regions, connect: (countries: readonly string[]) => connectFirstCatalog(deps, countries, ACTOR) };
}

describe('the first catalogue', () => {
  it('is the one whose settings all have defaults, in the likeliest region that it has', async () => {
    const { created, regions, connect } = world([plugin('asks'), plugin('free')], { asks: needsKey });

    await connect(['AT', 'DE', 'US']);

    expect(created).to.deep.equal([{ pluginId: 'free', name: 'free', settings: {} }]);
    expect(regions).to.deep.equal(['de']);
  });

  it('knows that the United Kingdom goes by two codes', async () => {
    const { regions, connect } = world([plugin('free')]);

    await connect(['GB', 'US']);

    expect(regions).to.deep.equal(['uk']);
  });

  it('keeps the default region where no country fits', async () => {
    const { created, regions, connect } = world([plugin('free')]);

    await connect(['NO']);

    expect(created).to.have.length(1);
    expect(regions).to.deep.equal([]);
  });

  it('is left to the admin where there is one, where several could be meant, and where it did not come with the server', async () => {
    const worlds = [
      world([plugin('free')], {}, 1),
      world([plugin('free'), plugin('other')]),
      world([plugin('free', { source: 'installed' })]),
      world([plugin('free', { state: 'disabled' as PluginInfo['state'] })]),
      world([plugin('free', { provides: ['indexer'] })]),
      world([plugin('asks')], { asks: needsKey }),
    ];
    for (const { connect } of worlds) await connect(['US']);

    expect(worlds.map(({ created }) => created.length)).to.deep.equal([0, 0, 0, 0, 0, 0]);
  });
});
