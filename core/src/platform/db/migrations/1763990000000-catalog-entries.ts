import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `CREATE TABLE catalog_entries (
    kind varchar(10) NOT NULL, region varchar(10) NOT NULL, id varchar(50) NOT NULL, name text NOT NULL, description text, image_url text,
    fetched_at varchar(24) NOT NULL, PRIMARY KEY (kind, region, id))`,
  'CREATE INDEX catalog_entries_fetched ON catalog_entries (fetched_at)',
];

/** Descriptions of authors and series, kept for times when the catalogue does not answer. */
export class CatalogEntries1763990000000 extends ForwardMigration {
  readonly name = 'CatalogEntries1763990000000';
  protected readonly statements = STATEMENTS;
}
