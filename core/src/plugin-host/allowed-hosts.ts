import type { JsonObject, JsonValue } from '@lectern/plugin-api';
import type { AllowedHost } from '../platform/http-client/outbound-guard.js';

const FROM_SETTING = 'settings:';

function hostsOfSetting(value: JsonValue | undefined): AllowedHost[] {
  if (Array.isArray(value)) return value.flatMap(hostsOfSetting);
  if (typeof value !== 'string' || value === '') return [];
  if (!/^https?:\/\//i.test(value))
    return URL.canParse(`http://${value}`) ? [{ host: new URL(`http://${value}`).hostname, private: true }] : [];
  if (!URL.canParse(value)) return [];
  const { hostname, port, protocol } = new URL(value);
  const written = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
  // A service that moves its visitors from http to https is still the same service.
  const ports = written === 80 ? [80, 443] : [written];
  return ports.map((one) => ({ host: hostname, port: one, private: true }));
}

/** Where a plugin may reach, by its manifest and the integration's settings. Only the latter may be private. */
export function allowedHosts(declared: readonly string[], settings: JsonObject): AllowedHost[] {
  return declared.flatMap((entry) =>
    entry.startsWith(FROM_SETTING) ? hostsOfSetting(settings[entry.slice(FROM_SETTING.length)]) : [{ host: entry, private: false }],
  );
}
