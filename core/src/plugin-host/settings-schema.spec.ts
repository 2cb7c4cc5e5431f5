import { readdirSync, readFileSync } from 'node:fs';
import type { JsonObject } from '@lectern/plugin-api';
import { expectBoundedGrowth } from '@lectern/testbed';
import { expect } from 'chai';
import { sentence } from '../platform/words/index.js';
import { createSettingsSchema } from './settings-schema.js';

const text = { type: 'string', title: 'T', description: 'D' };
const SCHEMA = {
  type: 'object',
  additionalProperties: false,
  required: ['baseUrl'],
  properties: {
    baseUrl: { ...text, format: 'uri', 'x-ui': { order: 1 } },
    apiKey: { ...text, format: 'password', writeOnly: true },
    limit: { type: 'integer', default: 10, title: 'T', description: 'D' },
    mode: { ...text, enum: ['a', 'b'], default: 'a' },
    tags: { type: 'array', items: { type: 'string' }, default: [], title: 'T', description: 'D' },
  },
  if: { properties: { mode: { const: 'b' } }, required: ['mode'] },
  then: { required: ['limit'] },
};

describe('settings schema', () => {
  const schema = createSettingsSchema(SCHEMA);
  const current = { settings: { baseUrl: 'http://a', limit: 5 }, secrets: { apiKey: 'stored-key' } };

  it('fills in defaults and reports every wrong field', () => {
    const good = schema.validate({ baseUrl: 'http://a' });
    const bad = schema.validate({ limit: 'x', other: 1 });

    expect(good).to.deep.equal({ ok: true, value: { baseUrl: 'http://a', limit: 10, mode: 'a', tags: [] } });
    expect(bad.ok ? [] : bad.errors.map(({ path }) => path)).to.include.members(['/baseUrl', '/limit']);
  });

  it('removes characters from the author’s texts that break or turn lines, and changes no value', () => {
    const odd = 'A\u202E\u0007B\n';
    const { schema: shown } = createSettingsSchema({
      type: 'object',
      additionalProperties: false,
      title: odd,
      description: odd.repeat(2_000),
      properties: {
        title: { type: 'string', title: odd, description: odd, default: odd, 'x-ui': { help: odd, group: odd, order: 1 } },
        kind: { type: 'string', oneOf: [{ const: odd, title: odd }] },
        rows: { type: 'array', items: { type: 'object', properties: { enum: { type: 'string', title: odd, enum: [odd] } } } },
      },
    });

    expect((shown['description'] as string).length).to.equal(2_000);
    expect(shown).to.deep.include({
      title: 'A B',
      properties: {
        title: { type: 'string', title: 'A B', description: 'A B', default: odd, 'x-ui': { help: 'A B', group: 'A B', order: 1 } },
        kind: { type: 'string', oneOf: [{ const: odd, title: 'A B' }] },
        rows: { type: 'array', items: { type: 'object', properties: { enum: { type: 'string', title: 'A B', enum: [odd] } } } },
      },
    });
  });

  it('looks at no longer text, and at no more values, than a form can have', async () => {
    const pattern = createSettingsSchema({ ...SCHEMA, properties: { ...SCHEMA.properties, baseUrl: { ...text, pattern: '^(x+)+$' } } });
    const long = { baseUrl: `${'x'.repeat(20_000)}!` };
    const many = { baseUrl: 'x', tags: Array.from({ length: 5_000 }, (_, n) => `tag ${n}`) };

    expect(pattern.validate(long)).to.deep.equal({
      ok: false,
      errors: [{ path: '/baseUrl', message: sentence('field.most_characters', { most: 10_000 }) }],
    });
    expect(pattern.validate(many)).to.deep.equal({
      ok: false,
      errors: [{ path: '', message: sentence('field.most_values', { most: 2000 }) }],
    });
    expect(pattern.withDefaults(long)).to.deep.equal(long);
    await expectBoundedGrowth(
      'settings',
      (size) => Object.fromEntries(Array.from({ length: size }, (_, n) => [`member${n}`, 'x'])),
      (settings) => schema.validate(settings),
      // a body that holds more members is refused before
      { from: 200, to: 20_000 },
    );
  });

  it('never changes what it is given', () => {
    const given = { baseUrl: 'http://a' };

    schema.validate(given);
    schema.withDefaults(given);

    expect(given).to.deep.equal({ baseUrl: 'http://a' });
  });

  it('recognizes secrets by their marks alone, and separates them', () => {
    expect(schema.secretFields).to.deep.equal(['apiKey']);
    expect(schema.split({ baseUrl: 'x', apiKey: 'y' })).to.deep.equal({ settings: { baseUrl: 'x' }, secrets: { apiKey: 'y' } });
    expect(schema.secretsSet({ apiKey: 'y' })).to.deep.equal(['apiKey']);
    expect(schema.secretsSet({ apiKey: '' })).to.deep.equal([]);
  });

  it('keeps members that a patch leaves out', () => {
    const merged = schema.merge(current, { limit: 7 });

    expect(merged.ok && merged.value.secrets).to.deep.equal({ apiKey: 'stored-key' });
    expect(merged.ok && merged.value.settings).to.include({ baseUrl: 'http://a', limit: 7 });
  });

  it('clears members that a patch sets to null', () => {
    const merged = schema.merge(current, { apiKey: null, limit: null });

    expect(merged.ok && merged.value.secrets).to.deep.equal({});
    expect(merged.ok && merged.value.settings.limit).to.equal(10);
    expect(schema.merge(current, { baseUrl: null }).ok).to.equal(false);
  });

  it('refuses a masked string as the value of a secret', () => {
    for (const mask of ['********', '••••', '[redacted]']) {
      const merged = schema.merge(current, { apiKey: mask });

      expect(merged.ok ? [] : merged.errors.map(({ path }) => path), mask).to.deep.equal(['/apiKey']);
    }
  });

  it('refuses schemas that are open, half-marked, or hide secrets in parts', () => {
    const withField = (field: object) => ({ ...SCHEMA, properties: { ...SCHEMA.properties, field } }) as never;

    expect(() => createSettingsSchema({ type: 'object' })).to.throw(/additionalProperties/);
    expect(() => createSettingsSchema(withField({ ...text, format: 'password' }))).to.throw(/field: a secret has both/);
    expect(() => createSettingsSchema(withField({ ...text, writeOnly: true }))).to.throw(/field: a secret has both/);
    expect(() =>
      createSettingsSchema(
        withField({
          type: 'array',
          items: { type: 'object', properties: { key: { type: 'string', format: 'password', writeOnly: true } } },
        }),
      ),
    ).to.throw(/never of their parts/);
    expect(() => createSettingsSchema(withField({ ...text, unknownKeyword: 1 }))).to.throw(/unknownKeyword/);
  });

  it('counts items before it looks at them', () => {
    const bounded = createSettingsSchema({
      ...SCHEMA,
      properties: { ...SCHEMA.properties, tags: { ...SCHEMA.properties.tags, maxItems: 3 } },
    });
    const tags = Array.from({ length: 500 }, (_, n) => n);

    const outcome = bounded.validate({ baseUrl: 'http://a', tags });
    const unbounded = schema.validate({ baseUrl: 'http://a', tags: Array.from({ length: 1_001 }, () => 'x') });

    expect(outcome).to.deep.equal({ ok: false, errors: [{ path: '/tags', message: sentence('field.max_items', { limit: 3 }) }] });
    expect(unbounded).to.deep.equal({ ok: false, errors: [{ path: '/tags', message: sentence('field.max_items', { limit: 1000 }) }] });
  });

  it('is compiled when it is first needed, where it came with the server', () => {
    const wrong = { ...SCHEMA, properties: { limit: { type: 'integer', minimumm: 1 } } };
    const ours = createSettingsSchema(wrong, true);

    expect(() => createSettingsSchema(wrong)).to.throw('minimumm');
    expect(() => ours.validate({})).to.throw('minimumm');
  });

  it('compiles for each plugin that comes with the server', () => {
    const plugins = new URL('../../../plugins/', import.meta.url);
    const files = readdirSync(plugins).map((name) => new URL(`${name}/settings.schema.json`, plugins));
    const schemas = files.map((file) => createSettingsSchema(JSON.parse(readFileSync(file, 'utf8')) as JsonObject));

    expect(schemas.filter(({ fields }) => fields.length > 0)).to.have.length.above(10);
  });
});
