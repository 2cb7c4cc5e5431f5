import { createHash } from 'node:crypto';
import type { PluginHost } from '../../plugin-host/index.js';
import type { CatalogService } from '../catalog/index.js';

/** An item of a library whose media server has a cover. */
interface LibraryCover {
  readonly integrationId: string;
  readonly itemId: string;
  /** Another cover has another time. */
  readonly updatedAt: string;
}

/** Where a cover comes from. */
export interface CoverSource {
  /** The same source in the same size has the same. */
  readonly key: string;
  /** @throws IntegrationError */
  readonly fetch: () => Promise<Uint8Array>;
}

function keyOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

export interface CoverSourceDeps {
  readonly catalog: Pick<CatalogService, 'cached' | 'authorPicture'>;
  readonly library: { itemWithCover(asin: string): Promise<LibraryCover | undefined> };
  readonly host: Pick<PluginHost, 'provider' | 'providers'>;
  /** Fetches what may be fetched. */
  readonly fetchImage: (url: string) => Promise<Uint8Array>;
}

/** Where covers of books come from, in one of the fixed widths, or as large as they come. */
export interface CoverSources {
  ofCatalog(asin: string, width: number | undefined): Promise<CoverSource | undefined>;
  ofLibrary(asin: string, width: number | undefined): Promise<CoverSource | undefined>;
  /** The picture that the catalogue named when it last described the author. */
  ofAuthor(id: string, width: number | undefined): Promise<CoverSource | undefined>;
}

export function createCoverSources({ catalog, library, host, fetchImage }: CoverSourceDeps): CoverSources {
  /** The first catalogue that knows the address in another size; none says so by the same address. */
  async function sized(url: string, width: number): Promise<string> {
    for (const provider of host.providers('catalog')) {
      const other = await provider
        .call('coverAt', async (catalogue, call) => catalogue.coverAt?.(url, { ...call, width }))
        .catch(() => undefined);
      if (other !== undefined && other !== url) return other;
    }
    return url;
  }

  async function atAddress(url: string | undefined, width: number | undefined): Promise<CoverSource | undefined> {
    if (url === undefined) return undefined;
    const address = width === undefined ? url : await sized(url, width);
    return { key: keyOf(address), fetch: () => fetchImage(address) };
  }

  return {
    ofCatalog: async (asin, width) => atAddress((await catalog.cached([asin])).get(asin)?.coverUrl, width),
    ofAuthor: async (id, width) => atAddress(await catalog.authorPicture(id), width),
    async ofLibrary(asin, width) {
      const item = await library.itemWithCover(asin);
      const provider = item && host.provider('mediaServer', item.integrationId);
      if (!provider) return undefined;
      const { integrationId, itemId, updatedAt } = item;
      const size = width === undefined ? {} : { width };
      return {
        key: keyOf(JSON.stringify(['library', integrationId, itemId, updatedAt, width])),
        async fetch() {
          const image = await provider.call('cover', (server, call) => server.cover(itemId, { ...call, ...size }));
          return image?.bytes ?? new Uint8Array();
        },
      };
    },
  };
}
