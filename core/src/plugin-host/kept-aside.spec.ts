import { expect } from 'chai';
import type { JsonObject } from '@lectern/plugin-api';
import { fullSettings } from './integration-settings.js';
import { changeSettings, knownSettings, liveMembers } from './kept-aside.js';
import type { LoadedPlugin } from './loader.js';
import type { StoredIntegration } from './ports.js';
import { createSettingsSchema, type SplitSettings } from './settings-schema.js';
import { sectionOwner } from './sections/sections.js';

const text = { type: 'string', title: 'T', description: 'D' };
const secret = { ...text, format: 'password', writeOnly: true };
const schemaOf = (properties: object, required: string[] = []) =>
  createSettingsSchema({ type: 'object', additionalProperties: false, required, properties } as JsonObject);

describe('settings that this version of a plugin does not know', () => {
  const older = schemaOf({ url: text, key: secret }, ['url']);
  const newer = schemaOf({ url: text, key: secret, labels: { ...text, default: 'new' }, token: secret }, ['url']);
  const saved: SplitSettings = { settings: { url: 'http://a', labels: 'red' }, secrets: { key: 'k', token: 't' } };

  async function run(schema: typeof older, stored: SplitSettings, change: Partial<LoadedPlugin> = {}, pluginVersion = '2.0.0') {
    const plugin = { id: 'p', version: '1.0.0', settings: schema, ...change } as unknown as LoadedPlugin;
    const kept: SplitSettings[] = [];
    const store = { list: async () => [], saveMigrated: async (_: string, next: SplitSettings) => void kept.push(next) };
    const sections = sectionOwner('p');
    const outcome = await fullSettings({ id: 'i', ...stored, pluginVersion } as StoredIntegration, plugin, { store, sections });
    return { outcome, kept };
  }

  it('do not keep it from running', async () => {
    const { outcome } = await run(older, saved);

    expect(outcome).to.deep.equal({ ok: true, value: { url: 'http://a', key: 'k' } });
  });

  it('are not shown, survive a save of the form, and come back with a version that knows them', async () => {
    const changed = changeSettings(older, saved, { url: 'http://b' });
    const stored = changed.ok ? changed.value : saved;

    expect(changed.ok).to.equal(true);
    expect(knownSettings(older, stored)).to.deep.equal({ settings: { url: 'http://b' }, secrets: { key: 'k' } });
    expect(liveMembers({ ...stored.settings, ...stored.secrets })).to.deep.equal({ url: 'http://b', key: 'k' });
    expect(JSON.stringify(stored.settings)).to.contain('red').and.not.contain('"t"');
    expect(knownSettings(newer, stored)).to.deep.equal({
      settings: { url: 'http://b', labels: 'red' },
      secrets: { key: 'k', token: 't' },
    });
    expect((await run(newer, stored, { version: '2.0.0' }, '1.0.0')).outcome).to.deep.equal({
      ok: true,
      value: { url: 'http://b', key: 'k', labels: 'red', token: 't' },
    });
  });

  it('can be cleared, and are replaced by later entries', () => {
    const aside = changeSettings(older, saved, { labels: null });
    const stored = changeSettings(older, saved, {});
    const entered = changeSettings(newer, stored.ok ? stored.value : saved, { labels: 'blue', token: 'u' });

    expect(aside.ok && JSON.stringify(aside.value)).to.not.contain('red');
    expect(entered.ok && entered.value).to.deep.equal({ settings: { url: 'http://a', labels: 'blue' }, secrets: { key: 'k', token: 'u' } });
  });

  it('stay aside when this version uses the name for something else', () => {
    const other = schemaOf({ url: text, labels: { type: 'array', items: { type: 'string' }, title: 'T', description: 'D' } });
    const stored = changeSettings(older, saved, {});

    expect(knownSettings(other, stored.ok ? stored.value : saved).settings).to.deep.equal({ url: 'http://a' });
  });

  it('stay secret although this version would show them', () => {
    const open = schemaOf({ url: text, token: text });

    const changed = changeSettings(open, saved, { url: 'http://b' });

    expect(knownSettings(open, saved).settings).to.deep.equal({ url: 'http://a' });
    expect(changed.ok && changed.value.settings).to.not.have.property('token');
    expect(changed.ok && changed.value.secrets['token']).to.equal('t');
  });

  it('are refused when somebody sends them', () => {
    const changed = changeSettings(older, saved, { labels: 'green' });

    expect(changed.ok ? [] : changed.errors).to.have.length(1);
  });

  it('stay behind after a migration, and are not passed to the next one', async () => {
    const renamed = schemaOf({ baseUrl: text, key: secret }, ['baseUrl']);
    const given: JsonObject[] = [];
    const migrateSettings = (raw: JsonObject): JsonObject => {
      given.push(raw);
      const { url, ...rest } = raw;
      return url === undefined ? rest : { ...rest, baseUrl: url };
    };
    const definition = { migrateSettings } as unknown as LoadedPlugin['definition'];
    const first: SplitSettings = { settings: { url: 'http://a' }, secrets: { key: 'k' } };

    const { outcome, kept } = await run(renamed, first, { version: '2.0.0', definition }, '1.0.0');
    const migrated = kept[0] ?? first;
    await run(renamed, migrated, { version: '3.0.0', definition }, '2.0.0');
    const back = await run(older, migrated, { version: '1.0.0', definition }, '2.0.0');

    expect(outcome).to.deep.equal({ ok: true, value: { baseUrl: 'http://a', key: 'k' } });
    expect(given).to.deep.equal([
      { url: 'http://a', key: 'k' },
      { baseUrl: 'http://a', key: 'k' },
    ]);
    expect(back.outcome).to.deep.equal({ ok: true, value: { url: 'http://a', key: 'k' } });
  });
});
