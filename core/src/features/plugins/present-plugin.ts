import { PROVIDER_KINDS, type InstanceMode, type ProviderKind } from '@lectern/plugin-api';
import Type, { type Static } from 'typebox';
import {
  descriptionOf,
  formOf,
  isCompatible,
  type CrashRecords,
  type InstanceInfo,
  type PluginInfo,
  type PluginState,
} from '../../plugin-host/index.js';
import { sentence, type Said, type Say, type Sentence } from '../../platform/words/index.js';
import type { PluginRecord, PluginStore } from './plugin-store.js';

const modes = ['one', 'many', 'per-user'] as const;
const states = ['ready', 'incompatible', 'failed', 'disabled', 'quarantined'] as const;
const origins = ['bundled', 'registry', 'upload', 'by_hand'] as const;

const happened = { message: Type.String(), at: Type.String() };

export const pluginSchema = Type.Object(
  {
    id: Type.String(),
    packageName: Type.String(),
    version: Type.String({ description: 'The version that is running, or would be.' }),
    displayName: Type.String(),
    provides: Type.Array(Type.Unsafe<ProviderKind>(Type.String({ enum: [...PROVIDER_KINDS] }))),
    instances: Type.Unsafe<InstanceMode>(Type.Union(modes.map((mode) => Type.Literal(mode)))),
    source: Type.Union([Type.Literal('bundled'), Type.Literal('installed')]),
    origin: Type.Unsafe<(typeof origins)[number]>(
      Type.String({ enum: [...origins], description: '`by_hand` means that somebody put its folder into the data directory.' }),
    ),
    insteadOf: Type.Optional(
      Type.String({ description: 'The package that comes with Lectern, has the same id, and would serve if this one were removed.' }),
    ),
    state: Type.Unsafe<PluginState>(Type.Union(states.map((state) => Type.Literal(state)))),
    enabled: Type.Boolean(),
    api: Type.Optional(Type.String({ description: 'The range of plugin API versions it is made for.' })),
    compatible: Type.Boolean({ description: 'False if it is made for a different plugin API than this one.' }),
    ignoreCompatibility: Type.Boolean({
      description: 'It runs although it is made for a different plugin API, because an admin allowed it.',
    }),
    restartNeeded: Type.Boolean({ description: 'A different version than the running one is installed.' }),
    installedVersion: Type.Optional(Type.String({ description: 'The version that runs after the next start.' })),
    previousVersion: Type.Optional(Type.String({ description: 'The version that a rollback brings back.' })),
    error: Type.Optional(Type.Object({ code: Type.String(), ...happened }, { description: 'Why it is not loaded.' })),
    lastError: Type.Optional(Type.Object(happened, { description: 'The last thing that went wrong with it.' })),
    heldUp: Type.Optional(
      Type.Object(
        { times: Type.Integer(), ms: Type.Integer(), at: Type.String() },
        {
          description:
            'How often its code kept the server from everything else for a quarter of a second or longer since the start, and the last time: for how many milliseconds, and when.',
        },
      ),
    ),
    quarantine: Type.Optional(Type.Object({ since: Type.String(), message: Type.String() })),
    settingsSchema: Type.Optional(Type.Record(Type.String(), Type.Unknown(), { description: 'JSON Schema draft-07 with `x-ui` hints.' })),
    description: Type.Optional(Type.String()),
    repository: Type.Optional(Type.String({ description: 'Where its source is said to be.' })),
    texts: Type.Array(Type.Union([Type.Literal('readme'), Type.Literal('changelog')]), {
      description: 'Which of its texts can be read.',
    }),
    recommends: Type.Array(Type.String()),
    people: Type.Optional(
      Type.Integer({
        minimum: 0,
        description: 'In the list: how many people use it for themselves. Absent for a plugin that only admins connect.',
      }),
    ),
  },
  { $id: 'PluginInfo' },
);

export type PresentedPlugin = Static<typeof pluginSchema>;

export interface PresentPluginDeps {
  readonly store: Pick<PluginStore, 'get'>;
  readonly crashes: Pick<CrashRecords, 'quarantineOf' | 'lastCrash'>;
  readonly instances: () => readonly InstanceInfo[];
  /** Whether the code of the installed version is the running code. */
  readonly runs: (record: PluginRecord) => boolean;
  readonly redact: (text: string) => string;
  readonly say: Say;
}

function heldUpFor({ ms, times }: NonNullable<PluginInfo['heldUp']>): Sentence {
  return sentence('plugin_problem.held_up_for', { seconds: Math.round(ms / 100) / 10, times });
}

function lastErrorOf(plugin: PluginInfo, deps: PresentPluginDeps): { message: Said; at: string } | undefined {
  const crash = deps.crashes.lastCrash(plugin.id);
  const failures = deps
    .instances()
    .filter(({ pluginId, lastError, state }) => pluginId === plugin.id && lastError !== undefined && state !== 'disabled')
    .flatMap(({ name, lastError }) =>
      lastError
        ? [
            {
              message: sentence('plugin_problem.of_integration', { name, problem: lastError.message }),
              at: new Date(lastError.at).toISOString(),
            },
          ]
        : [],
    );
  const stored = deps.store.get(plugin.id)?.lastError;
  const { heldUp } = plugin;
  const all = [
    ...failures,
    ...(stored ? [stored] : []),
    ...(heldUp ? [{ message: heldUpFor(heldUp), at: new Date(heldUp.at).toISOString() }] : []),
    ...(crash ? [{ message: sentence('plugin_problem.crashed', { reason: crash.message }), at: crash.at }] : []),
  ];
  return all.sort((a, b) => b.at.localeCompare(a.at))[0];
}

/** A plugin as the API shows it. */
export function presentPlugin(plugin: PluginInfo, deps: PresentPluginDeps): PresentedPlugin {
  const { texts, error, settingsSchema, heldUp, ...rest } = plugin;
  const shown = (said: Said) => deps.redact(deps.say(said));
  const description = descriptionOf(plugin, deps.say);
  const record = deps.store.get(plugin.id);
  const { installed, previous } = record ?? {};
  const quarantine = deps.crashes.quarantineOf(plugin.id);
  const lastError = lastErrorOf(plugin, deps);
  const origin = plugin.source === 'bundled' ? 'bundled' : installed && installed.source !== 'bundled' ? installed.source : 'by_hand';
  return {
    ...rest,
    ...(description === undefined ? {} : { description }),
    ...(settingsSchema ? { settingsSchema: formOf(plugin, deps.say) } : {}),
    provides: [...plugin.provides],
    recommends: [...plugin.recommends],
    texts: Object.keys(texts).filter((name) => name === 'readme' || name === 'changelog'),
    origin,
    enabled: record?.enabled ?? true,
    compatible: plugin.api === undefined || isCompatible(plugin.api),
    ignoreCompatibility: record?.ignoreCompatibility ?? false,
    restartNeeded: record?.installed !== undefined && plugin.error?.code !== 'PLUGIN_NOT_INSTALLED' && !deps.runs(record),
    ...(installed ? { installedVersion: installed.version } : {}),
    ...(installed && previous ? { previousVersion: previous.version } : {}),
    ...(error ? { error: { code: error.code, message: shown(error.message), at: new Date(error.at).toISOString() } } : {}),
    ...(heldUp ? { heldUp: { ...heldUp, at: new Date(heldUp.at).toISOString() } } : {}),
    ...(lastError ? { lastError: { ...lastError, message: shown(lastError.message) } } : {}),
    ...(quarantine ? { quarantine: { since: quarantine.since, message: shown(quarantine.message) } } : {}),
  };
}
