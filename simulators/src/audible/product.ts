import type { DemoBook } from './demo-book.js';
import { categoryLadder } from './demo-categories.js';
import type { AudibleWorld } from './world.js';

/** A book in the shape of the store's product, with the members a client may see. `origin` is where covers are served. */
export function toProduct(book: DemoBook, world: AudibleWorld, origin: string): object {
  const releaseDate = world.releaseDate(book);
  const primary = book.series?.[0];
  return {
    asin: book.asin,
    asset_details: [],
    authors: book.authors.map(({ id, name }) => ({ ...(id === undefined ? {} : { asin: id }), name })),
    category_ladders: book.categories
      .map((id) => categoryLadder(id) ?? [])
      .map((ladder) => ({ ladder: ladder.map(({ id, name }) => ({ id, name })), root: 'Genres' })),
    content_delivery_type: book.deliveryType ?? 'MultiPartBook',
    content_type: 'Product',
    format_type: book.formatType ?? 'unabridged',
    is_adult_product: book.adult ?? false,
    is_listenable: true,
    issue_date: releaseDate,
    language: book.language ?? 'english',
    merchandising_summary: book.description,
    narrators: book.narrators.map((name) => ({ name })),
    ...(book.cover === false
      ? { product_images: {} }
      : {
          product_images: {
            '500': `${origin}/covers/${book.asin}.png`,
            '1024': `${origin}/covers/${book.asin}.png`,
          },
        }),
    publication_name: primary?.name,
    publisher_name: book.publisher,
    publisher_summary: book.description,
    rating: {
      num_reviews: Math.floor((book.rating?.count ?? 0) / 8),
      overall_distribution: {
        average_rating: book.rating?.average ?? 0,
        display_average_rating: (book.rating?.average ?? 0).toFixed(1),
        num_ratings: book.rating?.count ?? 0,
      },
    },
    release_date: releaseDate,
    runtime_length_min: book.durationMinutes,
    ...(book.series ? { series: book.series.map(({ id, name, part }) => ({ asin: id, sequence: part ?? '', title: name })) } : {}),
    ...(book.sample === false ? {} : { sample_url: `${origin}/samples/${book.asin}.wav` }),
    sku: `BK_DEMO_${book.asin.slice(-6)}`,
    ...(book.subtitle === undefined ? {} : { subtitle: book.subtitle }),
    title: book.title,
  };
}

/** The parents of a book as `relationships`. */
export function toRelationships(book: DemoBook): object[] {
  return (book.series ?? []).map(({ id, name, part }) => ({
    asin: id,
    relationship_to_product: 'parent',
    relationship_type: 'series',
    sequence: part ?? '',
    sort: part ?? '',
    title: name,
  }));
}

/** Chapters that fill the runtime, about one in twenty minutes, between two credits. Milliseconds. */
export function chaptersOf(book: DemoBook): { readonly title: string; readonly startMs: number; readonly lengthMs: number }[] {
  const totalMs = (book.durationMinutes ?? 0) * 60_000;
  if (totalMs === 0) return [];
  const count = Math.max(3, Math.round(totalMs / 1_200_000));
  const lengthMs = Math.floor(totalMs / count);
  return Array.from({ length: count }, (_, index) => ({
    title: `Chapter ${index + 1}`,
    startMs: index * lengthMs,
    lengthMs: index === count - 1 ? totalMs - index * lengthMs : lengthMs,
  }));
}
