import type { CatalogBook, Page } from '@lectern/plugin-api';
import type { ListedProduct } from './product-mapper.js';

/** One page of the service, already parsed. */
export interface ServicePage {
  readonly items: readonly ListedProduct[];
  /** How many products came, including those that are not books. */
  readonly count: number;
  /** Equal for pages with the same products in the same order. */
  readonly signature: string;
  /** The service's claim about the length of the whole list; often far too high. */
  readonly total?: number;
}

/** `stop`: neither this nor anything after it belongs to the listing. */
export type Verdict = 'keep' | 'skip' | 'stop';

export interface Walk {
  /** 0-based. */
  readonly fetchPage: (page: number) => Promise<ServicePage>;
  readonly judge: (item: ListedProduct) => Verdict;
  /** 1-based. */
  readonly page: number;
  readonly limit: number;
}

export interface Walked extends Page<CatalogBook> {
  /** Number of books in the listing up to where the walk went. */
  readonly found: number;
}

/**
 * A query delivers about 500 to 550 results. After that the last page comes again and again while the claimed total
 * stays high.
 */
const MOST_PAGES = 11;

/**
 * Cuts a page of the caller's size out of the service's pages, skipping non-books, unwanted books and repeats. Walks
 * from the start each time, so that a whole walk returns every book once even though filtered pages shrink.
 */
export async function walkListing({ fetchPage, judge, page, limit }: Walk): Promise<Walked> {
  const wanted = page * limit;
  const books = new Map<string, CatalogBook>();
  const signatures = new Set<string>();
  let seen = 0;
  let isEnd = false;

  for (let number = 0; !isEnd && books.size < wanted; number += 1) {
    const answer = await fetchPage(number);
    if (answer.count === 0 || signatures.has(answer.signature)) {
      isEnd = true;
      break;
    }
    signatures.add(answer.signature);
    seen += answer.count;
    for (const item of answer.items) {
      const verdict = judge(item);
      if (verdict === 'stop') {
        isEnd = true;
        break;
      }
      if (verdict === 'keep' && !books.has(item.book.asin)) books.set(item.book.asin, item.book);
    }
    if (number + 1 >= MOST_PAGES || (answer.total !== undefined && seen >= answer.total)) isEnd = true;
  }

  const all = [...books.values()];
  return {
    items: all.slice(wanted - limit, wanted),
    ...(all.length > wanted || !isEnd ? { next: String(page + 1) } : {}),
    ...(isEnd ? { total: all.length } : {}),
    found: all.length,
  };
}
