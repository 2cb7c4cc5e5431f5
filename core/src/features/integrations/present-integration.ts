import { PROVIDER_KINDS, type ProviderKind } from '@lectern/plugin-api';
import Type, { type Static } from 'typebox';
import type { InstanceInfo, InstanceState, PluginHost } from '../../plugin-host/index.js';
import type { IntegrationRecord } from './integration-store.js';

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
    provides: Type.Array(Type.Unsafe<ProviderKind>(Type.String({ enum: [...PROVIDER_KINDS] }))),
    name: Type.String(),
    enabled: Type.Boolean(),
    priority: Type.Integer({ description: 'Lower is asked first.' }),
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
        }),
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
}

function presentHealth(record: IntegrationRecord, info: InstanceInfo | undefined, redact: PresentDeps['redact']): Integration['health'] {
  if (!info) return { state: record.enabled ? 'stopped' : 'disabled', since: record.updatedAt };
  const { lastError, lastCheck } = info;
  const at = (time: number) => new Date(time).toISOString();
  return {
    state: info.state,
    since: at(info.since),
    ...(lastError ? { lastError: { ...lastError, message: redact(lastError.message), at: at(lastError.at) } } : {}),
    ...(lastCheck
      ? {
          lastCheck: {
            ok: lastCheck.ok,
            at: at(lastCheck.at),
            ...(lastCheck.version === undefined ? {} : { version: redact(lastCheck.version) }),
            ...(lastCheck.details ? { details: lastCheck.details.map(redact) } : {}),
          },
        }
      : {}),
  };
}

/** Records as the API shows them: no secret is among what is answered. */
export function presentIntegrations(records: readonly IntegrationRecord[], { host, redact }: PresentDeps): Integration[] {
  const infos = new Map(host.instances().map((info) => [info.integrationId, info]));
  return records.map((record) => {
    const plugin = host.plugin(record.pluginId);
    const schema = host.settings(record.pluginId);
    const provides = [...(plugin?.provides ?? [])];
    return {
      id: record.id,
      pluginId: record.pluginId,
      pluginName: plugin?.displayName ?? record.pluginId,
      provides,
      name: record.name,
      enabled: record.enabled,
      priority: record.priority,
      // split once more: a field may have become secret with a newer version of the plugin
      settings: schema ? schema.split(record.settings).settings : record.settings,
      secretsSet: schema ? schema.secretsSet({ ...schema.split(record.settings).secrets, ...record.secrets }) : Object.keys(record.secrets),
      health: presentHealth(record, infos.get(record.id), redact),
      ...(provides.some((kind) => KINDS_WITH_PATHS.includes(kind)) ? { pathMappings: [...record.pathMappings] } : {}),
      createdAt: record.createdAt,
      updatedAt: record.updatedAt,
    };
  });
}

export function hasPaths(provides: readonly string[]): boolean {
  return provides.some((kind) => KINDS_WITH_PATHS.includes(kind));
}
