import type { Protocol } from '@lectern/plugin-api';
import { sentence } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { DIRECT_CLIENT_ID } from '../direct-downloads/index.js';
import { waitReason, type NewReason } from '../lifecycle/reasons/wait-reasons.js';
import type { SettingsService } from '../settings/settings-service.js';

const HOUR_MS = 3_600_000;
const REPAIR_MS = 15 * 60_000;

const WORDINGS = {
  indexer: { absent: 'no_indexer', broken: 'no_indexer.broken' },
  ebookSource: { absent: 'no_ebook_source', broken: 'no_ebook_source.broken' },
  downloadClient: { absent: 'no_download_client', broken: 'no_download_client.broken' },
} as const;

/** The reason why a search cannot begin, and when to try again. */
export interface MissingProvider {
  readonly reason: NewReason;
  readonly nextAt: Date;
}

/** The needs of a search. */
export interface SearchNeeds {
  readonly kind: 'audiobook' | 'ebook';
  /** For ebooks: whether indexers may be searched besides ebook sources. */
  readonly mayUseIndexers?: boolean;
  /** Whether an indexer offers files by HTTP, which need no plugin's client. */
  readonly hasFilesByHttp: boolean;
}

/** The needs of a search for an audiobook or an ebook now. */
export async function searchNeeds(
  { host, settings }: { readonly host: PluginHost; readonly settings: SettingsService },
  kind: SearchNeeds['kind'],
): Promise<SearchNeeds> {
  const offers = await Promise.all(
    host
      .providers('indexer')
      .map((indexer) => indexer.call('protocols', async ({ protocols }) => protocols).catch((): readonly Protocol[] => [])),
  );
  const { ebooks } = await settings.get();
  return { kind, mayUseIndexers: ebooks.useIndexers, hasFilesByHttp: offers.some((protocols) => protocols.includes('http')) };
}

function missingKind(host: Pick<PluginHost, 'providers'>, needs: SearchNeeds): keyof typeof WORDINGS | undefined {
  const has = (kind: keyof typeof WORDINGS) => host.providers(kind).some(({ integrationId }) => integrationId !== DIRECT_CLIENT_ID);
  const hasClient = needs.hasFilesByHttp || has('downloadClient');
  if (needs.kind === 'ebook') {
    const byIndexer = needs.mayUseIndexers === true && has('indexer') && hasClient;
    return has('ebookSource') || byIndexer ? undefined : 'ebookSource';
  }
  if (!has('indexer')) return 'indexer';
  return hasClient ? undefined : 'downloadClient';
}

/**
 * Checks that an indexer and a download client can be used. One that is connected and does not work is named with its
 * fault, because "none is connected" would send people to the wrong place.
 */
export function findMissingProvider(
  host: Pick<PluginHost, 'providers' | 'instances' | 'plugin'>,
  now: Date,
  timeScale: number,
  needs: SearchNeeds = { kind: 'audiobook', hasFilesByHttp: false },
): MissingProvider | undefined {
  const kind = missingKind(host, needs);
  if (kind === undefined) return undefined;
  const connected = host
    .instances()
    .filter(({ state, pluginId }) => state !== 'disabled' && host.plugin(pluginId)?.provides.includes(kind));
  const names = connected.map(({ name }) => name);
  const fault = connected.find(({ lastError }) => lastError !== undefined)?.lastError?.message;
  const nextAt = new Date(now.getTime() + (connected.length > 0 ? REPAIR_MS : HOUR_MS) * timeScale);
  const { absent, broken } = WORDINGS[kind];
  const reason =
    connected.length === 0
      ? waitReason(absent, undefined, { nextAt })
      : waitReason(broken, { names, fault: fault === undefined ? '.' : sentence('phrase.because', { cause: fault }) }, { nextAt });
  return { reason, nextAt };
}
