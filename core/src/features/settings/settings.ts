import type { Static, TObject } from 'typebox';
import { formInWords, type Say } from '../../platform/words/index.js';
import { defaultsOf, schemaOf, type Section } from './section.js';
import { formOf, type SettingsForm } from './section-form.js';
import { access } from './sections/access.js';
import { audit } from './sections/audit.js';
import { backups } from './sections/backups.js';
import { downloads } from './sections/downloads.js';
import { ebooks } from './sections/ebooks.js';
import { library } from './sections/library.js';
import { releases } from './sections/releases.js';
import { requests } from './sections/requests.js';
import { server } from './sections/server.js';
import { setup } from './sections/setup.js';
import { signIn } from './sections/sign-in.js';

/** All sections, in display order. */
const SECTIONS = { library, requests, releases, downloads, ebooks, signIn, access, server, backups, audit, setup } as const;

export type SettingsSection = keyof typeof SECTIONS;

export const SETTINGS_SECTIONS = Object.keys(SECTIONS) as readonly SettingsSection[];

/** Makes a value for each section. */
function ofEach<Of>(make: (section: Section) => unknown): Of {
  return Object.fromEntries(Object.entries(SECTIONS).map(([name, section]) => [name, make(section)])) as Of;
}

type Schemas = { readonly [S in SettingsSection]: ReturnType<typeof schemaOf<(typeof SECTIONS)[S]['fields']>> };

/** The schemas of the stored sections. */
export const settingsSections = ofEach<Schemas>(schemaOf);

/** Everything an admin decides that is not an integration. */
export type Settings = { readonly [S in SettingsSection]: Schemas[S] extends TObject ? Static<Schemas[S]> : never };

/** Any part of the settings. Arrays are replaced as a whole; `undefined` changes nothing. */
export type SettingsPatch = { readonly [S in SettingsSection]?: Partial<Settings[S]> };

/** The settings of a fresh installation. */
export const DEFAULT_SETTINGS = ofEach<Settings>(defaultsOf);

/** A form, with its texts in the words of whoever reads them. `name` is the section, or another form whose texts are among those of settings. */
export function saidForm(name: string, form: SettingsForm, say: Say): SettingsForm {
  return formInWords(form, `settings.${name}`, (key, text) => say({ key, text }));
}

/** The forms for changing the settings, in English; invisible sections have none. */
export function settingsForms(): readonly { readonly name: string; readonly schema: SettingsForm }[] {
  return Object.entries(SECTIONS).flatMap(([name, section]) => {
    const schema = formOf(section);
    return schema ? [{ name, schema }] : [];
  });
}
