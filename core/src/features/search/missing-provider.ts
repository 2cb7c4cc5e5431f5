import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { DIRECT_CLIENT_ID } from '../direct-downloads/index.js';
import type { WaitReason } from '../lifecycle/request-record.js';

const HOUR_MS = 3_600_000;
const REPAIR_MS = 15 * 60_000;

const KINDS = {
  indexer: { what: 'indexer', article: 'an indexer', code: 'no_indexer', so: 'searched for' },
  ebookSource: { what: 'ebook source', article: 'an ebook source', code: 'no_ebook_source', so: 'searched for' },
  downloadClient: { what: 'download client', article: 'a download client', code: 'no_download_client', so: 'downloaded' },
} as const;

/** Why a search cannot begin, and when to try again. */
export interface MissingProvider {
  readonly reason: Omit<WaitReason, 'since'>;
  readonly nextAt: Date;
}

/** What a search is for. */
export interface SearchNeeds {
  readonly kind: 'audiobook' | 'ebook';
  /** Ebooks: indexers may be asked besides ebook sources. */
  readonly mayUseIndexers?: boolean;
  /** An indexer offers files by HTTP, which need no client of a plugin. */
  readonly hasFilesByHttp: boolean;
}

function missingKind(host: Pick<PluginHost, 'providers'>, needs: SearchNeeds): keyof typeof KINDS | undefined {
  const has = (kind: keyof typeof KINDS) => host.providers(kind).some(({ integrationId }) => integrationId !== DIRECT_CLIENT_ID);
  const hasClient = needs.hasFilesByHttp || has('downloadClient');
  if (needs.kind === 'ebook') {
    const byIndexer = needs.mayUseIndexers === true && has('indexer') && hasClient;
    return has('ebookSource') || byIndexer ? undefined : 'ebookSource';
  }
  if (!has('indexer')) return 'indexer';
  return hasClient ? undefined : 'downloadClient';
}

/**
 * Looks whether an indexer and a download client can be used. One that is connected and does not work is named with
 * its fault: "none is connected" would send people to the wrong place.
 */
export function findMissingProvider(
  host: Pick<PluginHost, 'providers' | 'instances' | 'plugin'>,
  now: Date,
  timeScale: number,
  needs: SearchNeeds = { kind: 'audiobook', hasFilesByHttp: false },
): MissingProvider | undefined {
  const kind = missingKind(host, needs);
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
