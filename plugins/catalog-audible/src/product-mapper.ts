import type { CatalogBook, PersonRef, SeriesRef } from '@lectern/plugin-api';
import { toAsin, toOpaqueAsin } from './asin.js';
import { toLanguageCode } from './languages.js';
import { isPlaceholderDate, toReleaseDate } from './release-date.js';
import { isRemote, numberOf, objectsOf, textOf, type Product, type Remote } from './schema.js';

/** A product as a book, with the facts that listings decide by. */
export interface ListedProduct {
  readonly book: CatalogBook;
  /** A placeholder stands for a date in the future that nobody knows. */
  readonly hasPlaceholderDate: boolean;
}

/** The most ladders of a book, and the most steps of a ladder. */
const MOST_STEPS = 50;
const BOOK_KINDS = new Set(['MultiPartBook', 'SinglePartBook']);
const ROLE = /\s[-–]\s*(?:translat|editor|foreword|introduction|afterword|preface|contributor|adapt|illustrat|übersetz|traduct|traduz)/iu;

/** Podcasts, series, parts, periodicals and bundles share the catalogue with books. */
function isBookKind(product: Product): boolean {
  const delivery = textOf(product.content_delivery_type);
  if (delivery !== undefined) return BOOK_KINDS.has(delivery);
  return textOf(product.content_type) !== 'Podcast';
}

/** Names without duplicates. Contributors with another role count only if nobody else is named. */
export function toPeople(value: unknown): PersonRef[] {
  const byName = new Map<string, PersonRef>();
  for (const entry of objectsOf(value)) {
    const name = textOf(entry.name);
    const id = toOpaqueAsin(textOf(entry.asin));
    if (name !== undefined && !byName.has(name)) byName.set(name, { name, ...(id === undefined ? {} : { id }) });
  }
  const distinct = [...byName.values()];
  const writers = distinct.filter(({ name }) => !ROLE.test(name));
  return writers.length > 0 ? writers : distinct;
}

/** The text of a position, without the word `Book` in front. */
export function toPart(value: unknown): string | undefined {
  return textOf(textOf(value)?.replace(/^(?:book|band|libro|tome|livre)\s+(?=\d)/i, ''));
}

function toSeriesRef(entry: Remote): SeriesRef | undefined {
  const name = textOf(entry.title);
  if (name === undefined) return undefined;
  const id = toOpaqueAsin(textOf(entry.asin));
  const part = toPart(entry.sequence);
  return { name, ...(id === undefined ? {} : { id }), ...(part === undefined ? {} : { part }) };
}

/** `series` of the product, or else its parents; the one named like the publication first. */
function toSeries(product: Product): SeriesRef[] {
  const listed = objectsOf(product.series);
  const parents = objectsOf(product.relationships).filter(
    (entry) => entry.relationship_type === 'series' && entry.relationship_to_product === 'parent',
  );
  const series = (listed.length > 0 ? listed : parents).flatMap((entry) => toSeriesRef(entry) ?? []);
  const primary = series.findIndex(({ name }) => name === textOf(product.publication_name));
  return primary > 0 ? [...series.slice(primary, primary + 1), ...series.filter((_, index) => index !== primary)] : series;
}

/** Names of the ladders in order, without duplicates. */
function toGenres(product: Product): string[] {
  const ladders = objectsOf(product.category_ladders, MOST_STEPS).filter((entry) => (textOf(entry.root) ?? 'Genres') === 'Genres');
  return [...new Set(ladders.flatMap((entry) => objectsOf(entry.ladder, MOST_STEPS).flatMap(({ name }) => textOf(name) ?? [])))];
}

/** The largest picture offered. */
function toCover(images: unknown): string | undefined {
  if (!isRemote(images)) return undefined;
  const largestFirst = Object.entries(images).sort(([a], [b]) => Number(b) - Number(a));
  return largestFirst.map(([, url]) => textOf(url)).find((url) => url !== undefined && /^https?:\/\//i.test(url));
}

/** The response group `sample` has it, for books that have one. */
function toSample(value: unknown): string | undefined {
  const url = textOf(value);
  return url !== undefined && /^https?:\/\//i.test(url) ? url : undefined;
}

function toRating(value: unknown): CatalogBook['rating'] {
  const distribution = isRemote(value) ? value.overall_distribution : undefined;
  if (!isRemote(distribution)) return undefined;
  const average = numberOf(distribution.average_rating) ?? numberOf(distribution.display_average_rating);
  const count = numberOf(distribution.num_ratings) ?? 0;
  return average === undefined || count <= 0 ? undefined : { average: Math.round(average * 100) / 100, count };
}

/** Leaves out members that are `undefined`. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}

/** `formatType` of either service. */
export function toAbridged(format: unknown): boolean | undefined {
  const text = textOf(format)?.toLowerCase();
  return text === 'abridged' ? true : text === 'unabridged' ? false : undefined;
}

/** A length in minutes; 0 means unknown. */
export function toDuration(value: unknown): number | undefined {
  const minutes = numberOf(value);
  return minutes === undefined || minutes <= 0 ? undefined : Math.round(minutes);
}

/**
 * Reads a product. The store answers unknown ids with a stub without title, and lists things that are not books; both
 * give `undefined`.
 */
export function toListedProduct(product: Product, region: string): ListedProduct | undefined {
  const asin = toAsin(textOf(product.asin));
  const title = textOf(product.title);
  if (asin === undefined || title === undefined || !isBookKind(product)) return undefined;

  const dates = [product.release_date, product.publication_datetime, product.issue_date].map(textOf).filter((date) => date !== undefined);
  const book: CatalogBook = compact({
    asin,
    region,
    title,
    subtitle: textOf(product.subtitle),
    authors: toPeople(product.authors),
    narrators: toPeople(product.narrators).map(({ name }) => name),
    series: toSeries(product),
    durationMinutes: toDuration(product.runtime_length_min),
    releaseDate: toReleaseDate(dates[0]),
    language: toLanguageCode(textOf(product.language)),
    publisher: textOf(product.publisher_name),
    isbn: textOf(product.isbn),
    description: textOf(product.publisher_summary) ?? textOf(product.merchandising_summary),
    coverUrl: toCover(product.product_images),
    sampleUrl: toSample(product.sample_url),
    genres: toGenres(product),
    rating: toRating(product.rating),
    abridged: toAbridged(product.format_type),
    adult: typeof product.is_adult_product === 'boolean' ? product.is_adult_product : undefined,
  });
  return { book, hasPlaceholderDate: isPlaceholderDate(dates[0]) };
}

/** Whether the store says that the product is no longer sold. Only some answers contain that. */
export function isDelisted(product: Product): boolean {
  return textOf(product.product_state) === 'NOT_AVAILABLE_FOR_PURCHASE';
}
