import type { JsonObject, JsonValue, PluginManifest } from '@lectern/plugin-api';
import type { AllowedHost } from '../platform/http-client/outbound-guard.js';

const FROM_SETTING = 'settings:';

function hostsOfSetting(value: JsonValue | undefined): Omit<AllowedHost, 'private'>[] {
  if (Array.isArray(value)) return value.flatMap(hostsOfSetting);
  if (typeof value !== 'string' || value === '') return [];
  if (!/^https?:\/\//i.test(value)) {
    if (!URL.canParse(`http://${value}`)) return [];
    const { hostname, port } = new URL(`http://${value}`);
    return [{ host: hostname, ...(port === '' ? {} : { port: Number(port) }) }];
  }
  if (!URL.canParse(value)) return [];
  const { hostname, port, protocol } = new URL(value);
  const written = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  // a service that redirects from http to https is still the same service
  const ports = written === 80 ? [80, 443] : [written];
  return ports.map((one) => ({ host: hostname, port: one }));
}

/**
 * The hosts that a plugin may reach, from its manifest and the integration's settings. Only hosts from settings may be
 * private, and only if an admin entered them, because a user must not lead the server into its own network.
 *
 * @param isPersonal whether a person entered the settings for themselves
 */
export function allowedHosts(
  { hosts, instances }: Partial<Pick<PluginManifest, 'hosts' | 'instances'>>,
  settings: JsonObject,
  isPersonal = false,
): AllowedHost[] {
  const isAdmins = instances !== 'per-user' && !isPersonal;
  return (hosts ?? []).flatMap((entry) =>
    entry.startsWith(FROM_SETTING)
      ? hostsOfSetting(settings[entry.slice(FROM_SETTING.length)]).map((host) => ({ ...host, private: isAdmins }))
      : [{ host: entry, private: false }],
  );
}
