import type { PluginHost } from '../../plugin-host/plugin-host.js';
import type { WaitReason } from '../requests/request-record.js';

const HOUR_MS = 3_600_000;
const REPAIR_MS = 15 * 60_000;

const KINDS = {
  indexer: { what: 'indexer', article: 'an indexer', code: 'no_indexer', so: 'searched for' },
  downloadClient: { what: 'download client', article: 'a download client', code: 'no_download_client', so: 'downloaded' },
} as const;

/** Why a search cannot begin, and when to try again. */
export interface MissingProvider {
  readonly reason: Omit<WaitReason, 'since'>;
  readonly nextAt: Date;
}

/**
 * Looks whether an indexer and a download client can be used. One that is connected and does not work is named with
 * its fault: "none is connected" would send people to the wrong place.
 */
export function findMissingProvider(
  host: Pick<PluginHost, 'providers' | 'instances' | 'plugin'>,
  now: Date,
  timeScale: number,
): MissingProvider | undefined {
  const kind = (['indexer', 'downloadClient'] as const).find((one) => host.providers(one).length === 0);
  if (kind === undefined) return undefined;
  const { what, article, code, so } = KINDS[kind];
  const connected = host
    .instances()
    .filter(({ state, pluginId }) => state !== 'disabled' && host.plugin(pluginId)?.provides.includes(kind));
  const names = connected.map(({ name }) => name).join(', ');
  const fault = connected.find(({ lastError }) => lastError !== undefined)?.lastError?.message;
  const nextAt = new Date(now.getTime() + (connected.length > 0 ? REPAIR_MS : HOUR_MS) * timeScale);
  const wait = { code, nextAt: nextAt.toISOString() };
  const reason =
    connected.length === 0
      ? {
          ...wait,
          message: `No ${what} is connected, so the book cannot be ${so}.`,
          component: { kind, name: what },
          nextStep: 'The search starts again, at once when one is connected.',
          todo: `Connect ${article} under Integrations.`,
        }
      : {
          ...wait,
          message: `${names} cannot be used now, so the book cannot be ${so}${fault === undefined ? '.' : `: ${fault}`}`,
          component: { kind, name: names },
          nextStep: 'The search starts again.',
          todo: `Look at the health of ${names} under Integrations.`,
        };
  return { reason, nextAt };
}
