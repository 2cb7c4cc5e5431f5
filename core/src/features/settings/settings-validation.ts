import { readJson } from '../../platform/db/index.js';
import { createAjv, describeErrors, type FieldError } from '../../platform/http/validation.js';
import { compilePathTemplate } from '../../files/naming/path-template.js';
import {
  DEFAULT_SETTINGS,
  SETTINGS_SECTIONS,
  settingsSections,
  type Settings,
  type SettingsPatch,
  type SettingsSection,
} from './settings.js';

const ajv = createAjv();

function sectionErrors(section: SettingsSection, value: object): FieldError[] {
  if (!Object.hasOwn(settingsSections, section)) return [];
  // compiled lazily and cached, because compiling all would slow down every start
  const validate = ajv.compile(settingsSections[section]);
  return validate(value) ? [] : describeErrors(validate.errors ?? []);
}

/** A stored section over the defaults. Unknown or invalid members fall back to their default. */
export function readSection<S extends SettingsSection>(section: S, stored: string | undefined): Settings[S] {
  const defaults: Readonly<Record<string, unknown>> = DEFAULT_SETTINGS[section];
  const found = readJson<Record<string, unknown>>(stored) ?? {};
  const value: Record<string, unknown> = Object.fromEntries(Object.keys(defaults).map((name) => [name, found[name] ?? defaults[name]]));
  for (const { path } of sectionErrors(section, value)) {
    const name = path.split('/')[1] ?? '';
    value[name] = defaults[name];
  }
  return value as Settings[S];
}

/** The settings overlaid with a patch. */
export function mergeSettings(settings: Settings, patch: SettingsPatch): Settings {
  const merged: Record<string, object> = {};
  for (const section of SETTINGS_SECTIONS) {
    const given = Object.entries(patch[section] ?? {}).filter(([, value]) => value !== undefined);
    merged[section] = { ...settings[section], ...Object.fromEntries(given) };
  }
  return merged as Settings;
}

/** Lists what is wrong with settings. Paths are JSON pointers into them. */
export function settingsErrors(settings: Settings): FieldError[] {
  const errors = SETTINGS_SECTIONS.flatMap((section) =>
    sectionErrors(section, settings[section]).map(({ path, message }) => ({ path: `/${section}${path}`, message })),
  );
  for (const name of ['pathTemplate', 'ebookPathTemplate'] as const) {
    const template = compilePathTemplate(settings.library[name]);
    if (!template.ok) errors.push(...template.errors.map(({ message }) => ({ path: `/library/${name}`, message })));
  }
  return errors;
}
