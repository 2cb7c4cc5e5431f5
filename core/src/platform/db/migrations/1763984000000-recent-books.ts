import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = ['watched_series', 'watched_authors'].flatMap((table) => [
  `ALTER TABLE ${table} ADD COLUMN recent text`,
  `ALTER TABLE ${table} ADD COLUMN newest_on varchar(10)`,
]);

/** The newest books of what people follow, which the home page shows without walking the catalogue. The next checks fill the columns. */
export class RecentBooks1763984000000 extends ForwardMigration {
  readonly name = 'RecentBooks1763984000000';
  protected readonly statements = STATEMENTS;
}
