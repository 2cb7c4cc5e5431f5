import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `CREATE TABLE catalog_categories (
    region varchar(10) NOT NULL, id varchar(100) NOT NULL, name text NOT NULL, parent_id varchar(100), position integer,
    fetched_at varchar(24) NOT NULL, opened_at varchar(24), PRIMARY KEY (region, id))`,
];

/** The tree of categories, kept for times when the catalogue does not answer, and when each was last opened. */
export class CatalogCategories1763920000000 extends ForwardMigration {
  readonly name = 'CatalogCategories1763920000000';
  protected readonly statements = STATEMENTS;
}
