import type { Catalog, CatalogAuthor, InRegion, PluginLogger } from '@lectern/plugin-api';
import type { AudnexusClient } from './audnexus-client.js';
import { toOpaqueAsin } from './asin.js';
import { firstOf, isAborted } from './book-details.js';
import { LARGEST_PAGE, type StoreClient } from './client.js';
import { toPage, type ProductLists } from './product-lists.js';
import { compact } from './product-mapper.js';
import { textOf, type Remote } from './schema.js';
import { foldText, hasAllWords, isSameName } from './text.js';

function fromContributor(id: string, remote: Remote): CatalogAuthor | undefined {
  const name = textOf(remote.name);
  return name === undefined
    ? undefined
    : compact({ id, name, description: textOf(remote.bio), imageUrl: textOf(remote.profile_image_url) });
}

function fromAudnexusAuthor(id: string, remote: Remote): CatalogAuthor | undefined {
  const name = textOf(remote.name);
  return name === undefined ? undefined : compact({ id, name, description: textOf(remote.description), imageUrl: textOf(remote.image) });
}

/** Authors: found through their books, described by either service. */
export function createAuthors(
  store: StoreClient,
  lists: ProductLists,
  audnexus: AudnexusClient | undefined,
  log: PluginLogger,
): Required<Pick<Catalog, 'searchAuthors' | 'author' | 'authorBooks'>> {
  const helper = (region: string): AudnexusClient | undefined => (audnexus?.serves(region) ? audnexus : undefined);

  async function profile(id: string, call: InRegion): Promise<CatalogAuthor | undefined> {
    const client = helper(call.region);
    const ofAudnexus = async (): Promise<CatalogAuthor | undefined> => {
      const remote = await client?.author(id, call);
      return remote && fromAudnexusAuthor(id, remote);
    };
    return firstOf(
      async () => {
        const remote = await store.contributor(id, call);
        const author = remote && fromContributor(id, remote);
        if (!author || (author.description !== undefined && author.imageUrl !== undefined)) return author;
        const other = await firstOf(async () => undefined, ofAudnexus, log);
        return { ...other, ...author };
      },
      client && ofAudnexus,
      log,
    );
  }

  /** Authors of the books that the store finds by this name, the one with the most books first. */
  async function authorsOfBooks(name: string, call: InRegion): Promise<CatalogAuthor[]> {
    const { items } = await lists.query({ author: name }, { ...call, page: 1, limit: LARGEST_PAGE });
    const counts = new Map<string, { author: CatalogAuthor; books: number }>();
    for (const person of items.flatMap(({ authors }) => authors)) {
      if (person.id === undefined || !hasAllWords(person.name, name)) continue;
      const known = counts.get(person.id);
      if (known) known.books += 1;
      else counts.set(person.id, { author: { id: person.id, name: person.name }, books: 1 });
    }
    return [...counts.values()].sort((a, b) => b.books - a.books).map(({ author }) => author);
  }

  async function authorsOfAudnexus(name: string, call: InRegion): Promise<CatalogAuthor[]> {
    try {
      const rows = (await helper(call.region)?.authors(name, call)) ?? [];
      return rows.flatMap((row) => {
        const id = toOpaqueAsin(textOf(row.asin));
        const rowName = textOf(row.name);
        return id !== undefined && rowName !== undefined && hasAllWords(rowName, name) ? [{ id, name: rowName }] : [];
      });
    } catch (error) {
      if (isAborted(error)) throw error;
      log.debug('Audnexus could not search authors', { error: String(error) });
      return [];
    }
  }

  return {
    searchAuthors: async (name, call) => {
      if (foldText(name) === '') return [];
      const [ofBooks, ofAudnexus] = await Promise.all([authorsOfBooks(name, call), authorsOfAudnexus(name, call)]);
      // One person can have several ids; the one with the most books in this region counts.
      const authors: CatalogAuthor[] = [];
      for (const author of [...ofBooks, ...ofAudnexus]) {
        if (!authors.some((known) => known.id === author.id || isSameName(known.name, author.name))) authors.push(author);
      }
      return authors;
    },

    author: async (text, call) => {
      const id = toOpaqueAsin(text);
      return id === undefined ? undefined : profile(id, call);
    },

    // The store lists only by name, so namesakes and co-authors appear, too. Ids sort them out, except for books without one.
    authorBooks: async (text, listing) => {
      const id = toOpaqueAsin(text);
      const author = id === undefined ? undefined : await profile(id, listing);
      if (!author) return { items: [], total: 0 };
      const walked = await lists.query({ author: author.name, products_sort_by: '-ReleaseDate' }, listing, ({ book }) => {
        const isAuthor = book.authors.some((person) =>
          person.id === undefined ? isSameName(person.name, author.name) : person.id === author.id,
        );
        return isAuthor ? 'keep' : 'skip';
      });
      return toPage(walked);
    },
  };
}
