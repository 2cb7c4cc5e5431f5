import { ForwardMigration } from './forward-migration.js';

/** Books that an item of a library may be, and when the catalogue is asked for each item. Only items without a book are looked at. */
const STATEMENTS = [
  `ALTER TABLE library_items ADD COLUMN look_up_at varchar(24) NOT NULL DEFAULT ''`,
  `ALTER TABLE library_items ADD COLUMN likely_score integer`,
  `CREATE INDEX library_items_look_up ON library_items (look_up_at, id) WHERE COALESCE(matched_asin, '') = ''`,
  `CREATE INDEX library_items_likely ON library_items (likely_score, id)
    WHERE COALESCE(matched_asin, '') = '' AND likely_score IS NOT NULL`,
  `CREATE TABLE library_likely_matches (
    item_id varchar(36) NOT NULL REFERENCES library_items (id) ON DELETE CASCADE, asin varchar(10) NOT NULL, score integer NOT NULL,
    title_fit varchar(20) NOT NULL, author_fit varchar(20) NOT NULL, length_fit varchar(20) NOT NULL, rejected_at varchar(24),
    PRIMARY KEY (item_id, asin))`,
];

/** The queue of likely matches. */
export class LikelyMatches1763931000000 extends ForwardMigration {
  readonly name = 'LikelyMatches1763931000000';
  protected readonly statements = STATEMENTS;
}
