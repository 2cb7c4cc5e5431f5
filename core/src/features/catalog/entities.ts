import { EntitySchema } from 'typeorm';
import type { AudiobookRow } from './book-store.js';

const AudiobookEntity = new EntitySchema<AudiobookRow & { series: string | null; seriesPart: string | null }>({
  name: 'Audiobook',
  tableName: 'audiobooks',
  columns: {
    asin: { type: 'varchar', length: 10, primary: true },
    region: { type: 'varchar', length: 10, primary: true },
    title: { type: 'text' },
    subtitle: { type: 'text', nullable: true },
    authors: { type: 'text' },
    narrators: { type: 'text' },
    seriesList: { type: 'text' },
    series: { type: 'text', nullable: true },
    seriesPart: { type: 'varchar', length: 50, nullable: true },
    durationMinutes: { type: 'integer', nullable: true },
    releaseDate: { type: 'varchar', length: 10, nullable: true },
    language: { type: 'varchar', length: 10, nullable: true },
    publisher: { type: 'text', nullable: true },
    isbn: { type: 'varchar', length: 20, nullable: true },
    description: { type: 'text', nullable: true },
    coverUrl: { type: 'text', nullable: true },
    genres: { type: 'text' },
    ratingAverage: { type: 'double precision', nullable: true },
    ratingCount: { type: 'integer', nullable: true },
    abridged: { type: 'boolean', nullable: true },
    adult: { type: 'boolean', nullable: true },
    fetchedAt: { type: 'varchar', length: 24 },
  },
});

const CatalogListEntity = new EntitySchema<{ region: string; category: string; position: number; asin: string; fetchedAt: string }>({
  name: 'CatalogListEntry',
  tableName: 'catalog_cache_categories',
  columns: {
    region: { type: 'varchar', length: 10, primary: true },
    category: { type: 'varchar', length: 100, primary: true },
    position: { type: 'integer', primary: true },
    asin: { type: 'varchar', length: 10 },
    fetchedAt: { type: 'varchar', length: 24 },
  },
});

const WorkEntity = new EntitySchema<{ id: string; createdAt: string }>({
  name: 'Work',
  tableName: 'works',
  columns: { id: { type: 'varchar', length: 36, primary: true }, createdAt: { type: 'varchar', length: 24 } },
});

const WorkAsinEntity = new EntitySchema<{ asin: string; workId: string; evidence: string; createdAt: string }>({
  name: 'WorkAsin',
  tableName: 'work_asins',
  columns: {
    asin: { type: 'varchar', length: 10, primary: true },
    workId: { type: 'varchar', length: 36 },
    evidence: { type: 'text' },
    createdAt: { type: 'varchar', length: 24 },
  },
});

/** The tables of the catalogue. */
export const catalogEntities = [AudiobookEntity, CatalogListEntity, WorkEntity, WorkAsinEntity];
