import type { InstanceInfo, PluginHost } from '../../plugin-host/index.js';
import type { ListenLink } from '../integration-records/listen-link.js';

/** An item by its ids at the media server. */
export interface ServerItem {
  readonly integrationId: string;
  readonly itemId: string;
}

/** The same, with what the last walks of its media server said of it. */
export interface ListedItem extends ServerItem {
  /** Complete walks in a row that did not see it. */
  readonly missingScans: number;
}

/** The items that the last walks saw; all of them, if they saw none. A server may list a new item of a book beside one that is missing. */
export function lastSeen<T extends Pick<ListedItem, 'missingScans'>>(items: readonly T[]): readonly T[] {
  const seen = items.filter(({ missingScans }) => Number(missingScans) === 0);
  return seen.length > 0 ? seen : items;
}

/** Turns items into links; one for each server, and none for a server that has no addresses. */
export type LinkItems = (items: readonly ServerItem[]) => ListenLink[];

/** The addresses of items at the connected media servers. */
export interface ItemAddresses {
  /** Asks the servers that were not asked yet, which pages wait for, but not for long. Needs no statement. */
  current(): Promise<LinkItems>;
}

/** A page waits at most this long, once for each server and start. */
const PATIENCE_MS = 2_000;
/** The pause before a server that failed is asked again, while nobody waits. */
const REST_MS = 60_000;
/** A book is hardly in more servers. */
const MOST_LINKS = 10;

interface Kept {
  readonly asking: Promise<void>;
  pattern?: string;
  /** Milliseconds since the epoch at which it is asked again after a fault. */
  againAt?: number;
}

/** The address of one item; `undefined` if it is not for browsers. */
function fillIn(pattern: string, itemId: string): string | undefined {
  try {
    const { protocol, href } = new URL(pattern.replace('{itemId}', () => encodeURIComponent(itemId)));
    return protocol === 'http:' || protocol === 'https:' ? href : undefined;
  } catch {
    // ids from outside may hold half a character, which has no encoding
    return undefined;
  }
}

/** The dependencies of {@link createItemAddresses}. */
export interface ItemAddressDeps {
  readonly host: Pick<PluginHost, 'providers'> & { onStateChange(listener: (info: Pick<InstanceInfo, 'integrationId'>) => void): unknown };
  readonly now: () => Date;
}

/** Keeps what each server answered until its integration starts anew, as it does with other settings. */
export function createItemAddresses({ host, now }: ItemAddressDeps): ItemAddresses {
  const kept = new Map<string, Kept>();
  host.onStateChange(({ integrationId }) => kept.delete(integrationId));

  function ask(server: ReturnType<typeof host.providers<'mediaServer'>>[number]): Kept {
    const before = kept.get(server.integrationId);
    if (before && (before.againAt === undefined || now().getTime() < before.againAt)) return before;
    const answer = server.call('itemAddress', async (own, call) => (await own.itemAddress?.(call)) ?? undefined, {
      timeoutMs: PATIENCE_MS,
    });
    const settled = answer.then(
      (pattern) => void (pattern === undefined ? undefined : (entry.pattern = pattern)),
      () => void (entry.againAt = now().getTime() + REST_MS),
    );
    // after a fault nobody waits
    const entry: Kept = { asking: before ? Promise.resolve() : settled };
    kept.set(server.integrationId, entry);
    return entry;
  }

  return {
    async current() {
      const servers = host.providers('mediaServer');
      const entries = servers.map(ask);
      await Promise.all(entries.map(({ asking }) => asking));
      const patternOf = new Map(servers.map(({ integrationId }, index) => [integrationId, entries[index]?.pattern]));

      return (items) => {
        const itemOf = new Map<string, string>();
        for (const { integrationId, itemId } of items) if (!itemOf.has(integrationId)) itemOf.set(integrationId, itemId);
        return servers
          .flatMap(({ integrationId, name }) => {
            const [pattern, itemId] = [patternOf.get(integrationId), itemOf.get(integrationId)];
            const url = pattern === undefined || itemId === undefined ? undefined : fillIn(pattern, itemId);
            return url === undefined ? [] : [{ server: name, url }];
          })
          .slice(0, MOST_LINKS);
      };
    },
  };
}
