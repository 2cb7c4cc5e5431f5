import { defineEntity, double, flag, id, integer, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { PersonRef, SeriesRef } from '@lectern/plugin-api';
import type { MovedAsin, Pair } from './work-record.js';

export const AudiobookEntity = defineEntity('audiobooks', {
  asin: key(text(10)),
  region: key(text(10)),
  title: text(),
  subtitle: nullable(text()),
  authors: json<PersonRef[]>(),
  narrators: json<string[]>(),
  seriesList: json<SeriesRef[]>(),
  /** The first of the list, for statements that sort or show one. */
  series: nullable(text()),
  seriesPart: nullable(text(50)),
  durationMinutes: nullable(integer()),
  releaseDate: nullable(text(10)),
  language: nullable(text(10)),
  publisher: nullable(text()),
  isbn: nullable(text(20)),
  description: nullable(text()),
  coverUrl: nullable(text()),
  /** A few minutes to listen to, at its source. */
  sampleUrl: nullable(text()),
  genres: json<string[]>(),
  ratingAverage: nullable(double()),
  ratingCount: nullable(integer()),
  abridged: nullable(flag()),
  adult: nullable(flag()),
  fetchedAt: time(),
});

export const CatalogListEntity = defineEntity('catalog_cache_categories', {
  region: key(text(10)),
  category: key(text(100)),
  position: key(integer()),
  asin: text(10),
  fetchedAt: time(),
});

export const CatalogCategoryEntity = defineEntity('catalog_categories', {
  region: key(text(10)),
  id: key(text(100)),
  name: text(),
  parentId: nullable(text(100)),
  /** Its place in the tree, from top to bottom; null once the catalogue no longer lists it. */
  position: nullable(integer()),
  fetchedAt: time(),
  /** The day on which somebody last opened it. */
  openedAt: nullable(time()),
});

/** Authors and series as the catalogue last described them. */
export const CatalogEntryEntity = defineEntity('catalog_entries', {
  kind: key(text<'author' | 'series'>(10)),
  region: key(text(10)),
  id: key(text(50)),
  name: text(),
  description: nullable(text()),
  /** The picture of an author, at its source. */
  imageUrl: nullable(text()),
  fetchedAt: time(),
});

export const WorkEntity = defineEntity('works', { id: key(id()), createdAt: time() });

export const WorkAsinEntity = defineEntity('work_asins', {
  asin: key(text(10)),
  workId: id(),
  evidence: text(),
  createdAt: time(),
});

/** A change that an admin made to a work. */
export const WorkChangeEntity = defineEntity('work_changes', {
  id: key(id()),
  kind: text<'merged' | 'split'>(10),
  /** The work that the ASINs moved to. */
  workId: id(),
  /** The work that they came from. */
  otherWorkId: id(),
  actorName: text(200),
  /** Their state before the change. */
  moved: json<MovedAsin[]>(),
  /** Pairs that the change took apart, or put together that had been apart. */
  apart: json<Pair[]>(),
  at: time(),
  undoneAt: nullable(time()),
});

/** ASINs that the server no longer puts together. */
export const WorkSeparationEntity = defineEntity('work_separations', { asin: key(text(10)), otherAsin: key(text(10)) });
