import { PROVIDER_KINDS, type ProviderKind } from '@lectern/plugin-api';
import Type, { type Static } from 'typebox';
import {
  knownSettings,
  liveMembers,
  type InstanceInfo,
  type InstanceState,
  type PluginHost,
  type PluginInfo,
} from '../../plugin-host/index.js';
import { faultOf, HEALTH_VERDICTS, verdictOf, type HealthVerdict } from '../integration-records/health-verdict.js';
import { inEnglish, type Say } from '../../platform/words/index.js';
import type { IntegrationRecord } from '../integration-records/integration-store.js';

const states = ['incompatible', 'disabled', 'unconfigured', 'starting', 'running', 'degraded', 'failed', 'quarantined', 'stopped'] as const;

export const pathPairSchema = Type.Object(
  { remote: Type.String({ minLength: 1, maxLength: 1000 }), local: Type.String({ minLength: 1, maxLength: 1000 }) },
  { additionalProperties: false },
);

export const integrationSchema = Type.Object(
  {
    id: Type.String(),
    pluginId: Type.String(),
    pluginName: Type.String(),
    installed: Type.Boolean({
      description: 'False if its plugin was removed or is missing. The integration can then be deleted, with its secrets.',
    }),
    provides: Type.Array(Type.Unsafe<ProviderKind>(Type.String({ enum: [...PROVIDER_KINDS] }))),
    name: Type.String(),
    enabled: Type.Boolean(),
    priority: Type.Integer({ description: 'Integrations with a lower number are asked first.' }),
    settings: Type.Record(Type.String(), Type.Unknown(), { description: 'Without secrets.' }),
    secretsSet: Type.Array(Type.String(), { description: 'Names of the secrets that have a value.' }),
    health: Type.Object({
      state: Type.Unsafe<InstanceState>(Type.Union(states.map((state) => Type.Literal(state)))),
      since: Type.String(),
      lastError: Type.Optional(
        Type.Object({ code: Type.String(), message: Type.String(), at: Type.String(), field: Type.Optional(Type.String()) }),
      ),
      lastCheck: Type.Optional(
        Type.Object({
          ok: Type.Boolean(),
          at: Type.String(),
          version: Type.Optional(Type.String()),
          details: Type.Optional(Type.Array(Type.String())),
          since: Type.String({ description: 'When the first of an unbroken series of checks with this outcome was made.' }),
          error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String(), field: Type.Optional(Type.String()) })),
        }),
      ),
      lastCall: Type.Optional(
        Type.Object(
          { ok: Type.Boolean(), at: Type.String(), since: Type.String() },
          { description: 'The last call by the server itself, and when the first of an unbroken series with this outcome was made.' },
        ),
      ),
      answers: Type.Boolean({ description: 'It runs, and its last check, call and hook went well.' }),
      verdict: Type.Unsafe<HealthVerdict>(
        Type.Union(
          HEALTH_VERDICTS.map((verdict) => Type.Literal(verdict)),
          { description: 'How it was seen last: its state or, while it runs, what its checks, calls and hooks came to.' },
        ),
      ),
      fault: Type.Optional(
        Type.Object({ message: Type.String(), since: Type.String() }, { description: 'What is wrong, if anything is.' }),
      ),
    }),
    pathMappings: Type.Optional(Type.Array(pathPairSchema)),
    createdAt: Type.String(),
    updatedAt: Type.String(),
  },
  { $id: 'Integration' },
);

export type Integration = Static<typeof integrationSchema>;

const KINDS_WITH_PATHS = ['downloadClient', 'mediaServer'];

export interface PresentDeps {
  readonly host: Pick<PluginHost, 'plugin' | 'settings' | 'instances'>;
  readonly redact: (text: string) => string;
  /** Puts faults into the words of the reader. Default: English. */
  readonly say?: Say;
}

/** A plugin that exists only in the records is listed as well, with the fault that its code is missing. */
function isInstalled(plugin: PluginInfo | undefined): boolean {
  return plugin !== undefined && plugin.error?.code !== 'PLUGIN_NOT_INSTALLED';
}

function presentHealth(
  record: IntegrationRecord,
  info: InstanceInfo | undefined,
  { redact, say = inEnglish }: Pick<PresentDeps, 'redact' | 'say'>,
): Integration['health'] {
  if (!info) {
    const state = record.enabled ? 'stopped' : 'disabled';
    return { state, since: record.updatedAt, answers: false, verdict: state };
  }
  const verdict = verdictOf(info);
  const fault = faultOf(info);
  const { lastError, lastCheck, lastCall } = info;
  const at = (time: number) => new Date(time).toISOString();
  return {
    state: info.state,
    since: at(info.since),
    answers: verdict === 'answers',
    verdict,
    ...(fault ? { fault: { message: redact(say(fault.message)), since: at(fault.since) } } : {}),
    ...(lastError ? { lastError: { ...lastError, message: redact(say(lastError.message)), at: at(lastError.at) } } : {}),
    ...(lastCall ? { lastCall: { ok: lastCall.ok, at: at(lastCall.at), since: at(lastCall.since) } } : {}),
    ...(lastCheck
      ? {
          lastCheck: {
            ok: lastCheck.ok,
            at: at(lastCheck.at),
            since: at(lastCheck.since),
            ...(lastCheck.error ? { error: { ...lastCheck.error, message: redact(say(lastCheck.error.message)) } } : {}),
            ...(lastCheck.version === undefined ? {} : { version: redact(lastCheck.version) }),
            ...(lastCheck.details ? { details: lastCheck.details.map((detail) => redact(say(detail))) } : {}),
          },
        }
      : {}),
  };
}

/** Records as the API shows them, without any secrets. */
export function presentIntegrations(records: readonly IntegrationRecord[], { host, ...words }: PresentDeps): Integration[] {
  const infos = new Map(host.instances().map((info) => [info.integrationId, info]));
  return records.map((record) => {
    const plugin = host.plugin(record.pluginId);
    const schema = host.settings(record.pluginId);
    const provides = [...(plugin?.provides ?? [])];
    const { settings, secrets } = schema
      ? knownSettings(schema, record)
      : { settings: liveMembers(record.settings), secrets: liveMembers(record.secrets) };
    return {
      id: record.id,
      pluginId: record.pluginId,
      pluginName: plugin?.displayName ?? record.pluginId,
      installed: isInstalled(plugin),
      provides,
      name: record.name,
      enabled: record.enabled,
      priority: record.priority,
      settings,
      secretsSet: schema ? schema.secretsSet(secrets) : Object.keys(secrets),
      health: presentHealth(record, infos.get(record.id), words),
      ...(provides.some((kind) => KINDS_WITH_PATHS.includes(kind)) ? { pathMappings: [...record.pathMappings] } : {}),
      createdAt: record.createdAt,
      updatedAt: record.updatedAt,
    };
  });
}

export function hasPaths(provides: readonly string[]): boolean {
  return provides.some((kind) => KINDS_WITH_PATHS.includes(kind));
}
