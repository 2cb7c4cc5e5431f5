import Type, { type Static } from 'typebox';
import { DEFAULT_EBOOK_PATH_TEMPLATE, DEFAULT_PATH_TEMPLATE } from '../../files/naming/path-template.js';

const nullable = (options: { maxLength: number; pattern?: string }) => Type.Union([Type.String({ minLength: 1, ...options }), Type.Null()]);

const closed = { additionalProperties: false };

/** The sections of the settings as they are stored and validated. */
export const settingsSections = {
  library: Type.Object(
    {
      /** Absolute; `null` until set up. */
      path: nullable({ maxLength: 1000 }),
      pathTemplate: Type.String({ minLength: 1, maxLength: 500 }),
      ebookPathTemplate: Type.String({ minLength: 1, maxLength: 500 }),
      /** Where download clients put things, as this server sees it. */
      downloadPath: nullable({ maxLength: 1000 }),
      writeSidecar: Type.Boolean(),
      /** For those whose media server writes into the files: a hard link would change what is seeded. */
      copyFiles: Type.Boolean(),
    },
    closed,
  ),
  requests: Type.Object(
    {
      autoApprove: Type.Boolean(),
      /** Requests a user may make in `quotaDays`; `null`: as many as they like. */
      quotaLimit: Type.Union([Type.Integer({ minimum: 0, maximum: 10_000 }), Type.Null()]),
      /** The window rolls: it always ends now. */
      quotaDays: Type.Integer({ minimum: 1, maximum: 365 }),
      minSeeders: Type.Integer({ minimum: 0, maximum: 10_000 }),
      /** 0 to 100. */
      minScore: Type.Number({ minimum: 0, maximum: 100 }),
      /** Best first, lower-case file types. */
      formatPreference: Type.Array(Type.String({ pattern: '^[a-z0-9]{1,10}$', maxLength: 10 }), { maxItems: 20, uniqueItems: true }),
      allowCollections: Type.Boolean(),
    },
    closed,
  ),
  ebooks: Type.Object(
    {
      /** Best first, lower-case file types; others are not taken. */
      formatPreference: Type.Array(Type.String({ pattern: '^[a-z0-9]{1,10}$', maxLength: 10 }), {
        minItems: 1,
        maxItems: 10,
        uniqueItems: true,
      }),
      /** Whether indexers are asked besides ebook sources. */
      useIndexers: Type.Boolean(),
    },
    closed,
  ),
  signIn: Type.Object(
    {
      /** What becomes of somebody who comes in for the first time from elsewhere. */
      newAccounts: Type.Union([Type.Literal('closed'), Type.Literal('approval'), Type.Literal('open')]),
      /** Whether anybody may make an account of this server for themselves. */
      registration: Type.Union([Type.Literal('closed'), Type.Literal('approval'), Type.Literal('open')]),
      /** Whether who comes for the first time gets the account with their verified e-mail address. */
      linkByEmail: Type.Boolean(),
    },
    closed,
  ),
  access: Type.Object({ downloadAccess: Type.Boolean(), interactiveSearch: Type.Boolean() }, closed),
  server: Type.Object(
    {
      /** Without trailing slash. */
      publicUrl: nullable({ maxLength: 500, pattern: '^https?://[^\\s]+$' }),
      /** Of the catalogue, e.g. `us`. */
      region: Type.String({ pattern: '^[a-z]{2}$', maxLength: 2 }),
      /** BCP 47, e.g. `en`. */
      language: Type.String({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$', maxLength: 20 }),
    },
    closed,
  ),
  backups: Type.Object(
    {
      /** Whether one is made every night. */
      daily: Type.Boolean(),
      /** How many of those are kept. */
      keep: Type.Integer({ minimum: 1, maximum: 365 }),
    },
    closed,
  ),
  audit: Type.Object(
    {
      /** Days an entry is kept; `null`: for ever. */
      keepDays: Type.Union([Type.Integer({ minimum: 30, maximum: 36_500 }), Type.Null()]),
    },
    closed,
  ),
  setup: Type.Object({ completedAt: nullable({ maxLength: 24 }) }, closed),
} as const;

export type SettingsSection = keyof typeof settingsSections;

/** Everything an admin decides that is not an integration. */
export type Settings = { readonly [S in SettingsSection]: Static<(typeof settingsSections)[S]> };

/** Any part of the settings. Arrays are replaced as a whole; `undefined` changes nothing. */
export type SettingsPatch = { readonly [S in SettingsSection]?: Partial<Settings[S]> };

/** The settings of a fresh installation. */
export const DEFAULT_SETTINGS: Settings = {
  library: {
    path: null,
    pathTemplate: DEFAULT_PATH_TEMPLATE,
    ebookPathTemplate: DEFAULT_EBOOK_PATH_TEMPLATE,
    downloadPath: null,
    writeSidecar: true,
    copyFiles: false,
  },
  requests: {
    autoApprove: false,
    quotaLimit: null,
    quotaDays: 7,
    minSeeders: 1,
    minScore: 60,
    formatPreference: ['m4b', 'm4a', 'mp3', 'flac'],
    allowCollections: false,
  },
  ebooks: { formatPreference: ['epub', 'azw3', 'mobi', 'pdf'], useIndexers: false },
  signIn: { newAccounts: 'approval', registration: 'closed', linkByEmail: false },
  access: { downloadAccess: false, interactiveSearch: false },
  server: { publicUrl: null, region: 'us', language: 'en' },
  backups: { daily: true, keep: 7 },
  audit: { keepDays: 365 },
  setup: { completedAt: null },
};

export const SETTINGS_SECTIONS = Object.keys(settingsSections) as readonly SettingsSection[];
