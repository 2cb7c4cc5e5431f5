import { expect } from 'chai';
import { createAjv } from '../../platform/http/validation.js';
import { DEFAULT_SETTINGS, settingsForms, settingsSections, type SettingsSection } from './settings.js';

interface Property {
  readonly type?: string | readonly string[];
  readonly title?: string;
  readonly default?: unknown;
  readonly oneOf?: readonly { readonly const: string; readonly title: string }[];
  readonly 'x-ui'?: { readonly widget?: string; readonly numberTitle?: string; readonly start?: number };
}

interface Form {
  readonly title: string;
  readonly required: readonly string[];
  readonly properties: Readonly<Record<string, Property>>;
}

describe('forms of the settings', () => {
  const forms = settingsForms().map(({ name, schema }) => ({ name: name as SettingsSection, form: schema as unknown as Form }));
  const fields = forms.flatMap(({ name, form }) => Object.entries(form.properties).map(([field, property]) => ({ name, field, property })));

  it('exist for every section except the progress of setup', () => {
    expect(forms.map(({ name }) => name)).to.deep.equal(Object.keys(settingsSections).filter((name) => name !== 'setup'));
  });

  it('name every field, and start with its default', () => {
    for (const { name, field, property } of fields) {
      expect(property.title, `${name}.${field}`).to.match(/\S/);
      expect(property.default, `${name}.${field}`).to.deep.equal((DEFAULT_SETTINGS[name] as Record<string, unknown>)[field]);
    }
  });

  it('accept what the server accepts, and refuse what it refuses', () => {
    const values = [
      null,
      '',
      'us',
      'open',
      'https://books.example',
      'http://a b',
      'x'.repeat(1001),
      true,
      -1,
      0,
      7,
      29,
      0.5,
      100,
      101,
      40_000,
    ];
    const lists = [[], ['m4b'], ['M4B'], ['mp3', 'mp3'], Array.from({ length: 21 }, (_, index) => `f${index}`)];
    const ajv = createAjv({ strict: false, useDefaults: false });
    for (const { name, field, property } of fields) {
      const drawn = ajv.compile(property);
      const stored = ajv.compile((settingsSections[name].properties as Record<string, object>)[field] ?? false);
      for (const value of [...values, ...lists]) expect(drawn(value), `${name}.${field} ${JSON.stringify(value)}`).to.equal(stored(value));
    }
  });

  it('require a value unless null is allowed', () => {
    for (const { name, form } of forms) {
      const mayBeEmpty = ({ type, 'x-ui': ui }: Property) => Array.isArray(type) && ui?.widget !== 'optional-number';
      const optional = Object.entries(form.properties).filter(([, property]) => mayBeEmpty(property));
      expect(form.required, name).to.have.members(
        Object.keys(form.properties).filter((field) => !optional.some(([other]) => other === field)),
      );
    }
  });

  it('title each value of a choice, and the number behind a switch', () => {
    for (const { name, field, property } of fields) {
      for (const { title } of property.oneOf ?? []) expect(title, `${name}.${field}`).to.match(/\S/);
      if (property['x-ui']?.widget === 'optional-number')
        expect(property['x-ui'], `${name}.${field}`).to.include.keys('numberTitle', 'start');
    }
    expect(fields.flatMap(({ property }) => property.oneOf ?? [])).to.have.length(15);
  });
});
