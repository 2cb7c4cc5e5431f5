import { CATALOGUE_TABLES } from './baseline/catalogue-tables.js';
import { FILES_TABLES } from './baseline/files-tables.js';
import { LIBRARY_TABLES } from './baseline/library-tables.js';
import { PEOPLE_TABLES } from './baseline/people-tables.js';
import { REQUESTS_TABLES } from './baseline/requests-tables.js';
import { SERVER_TABLES } from './baseline/server-tables.js';
import { TELLING_TABLES } from './baseline/telling-tables.js';
import { TEXT_SEARCH } from './baseline/text-search.js';
import { ForwardMigration } from './forward-migration.js';

/** In an order in which none refers to a later one. */
const TABLES = [
  ...SERVER_TABLES,
  ...PEOPLE_TABLES,
  ...CATALOGUE_TABLES,
  ...REQUESTS_TABLES,
  ...LIBRARY_TABLES,
  ...FILES_TABLES,
  ...TELLING_TABLES,
];

/** The schema of 1.0, to which later migrations only add. */
export class Baseline1764461500000 extends ForwardMigration {
  readonly name = 'Baseline1764461500000';
  protected readonly statements = {
    sqlite: [...TABLES, ...TEXT_SEARCH.sqlite],
    postgres: [...TABLES, ...TEXT_SEARCH.postgres],
  };
}
