import { ForwardMigration } from './forward-migration.js';

/** Until its media server is read again, an item counts as it did before. */
const STATEMENTS = [
  `ALTER TABLE library_items ADD COLUMN has_audio boolean NOT NULL DEFAULT true`,
  `ALTER TABLE library_items ADD COLUMN has_ebook boolean NOT NULL DEFAULT false`,
];

/** Which media of a book an item of a library holds. */
export class LibraryFormats1763890000000 extends ForwardMigration {
  readonly name = 'LibraryFormats1763890000000';
  protected readonly statements = STATEMENTS;
}
