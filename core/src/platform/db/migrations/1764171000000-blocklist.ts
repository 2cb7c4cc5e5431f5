import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `ALTER TABLE blocklist ADD COLUMN book text`,
  `ALTER TABLE blocklist ADD COLUMN blocked_by varchar(36)`,
  `ALTER TABLE blocklist ADD COLUMN lifted_at varchar(24)`,
  `UPDATE blocklist SET book = (SELECT r.title FROM requests r WHERE r.asin = blocklist.asin ORDER BY r.created_at DESC, r.id DESC LIMIT 1)`,
  `CREATE INDEX blocklist_created ON blocklist (created_at, id)`,
];

/** Which book a release is blocked for, by whom, and since when it is not any more. */
export class Blocklist1764171000000 extends ForwardMigration {
  readonly name = 'Blocklist1764171000000';
  protected readonly statements = STATEMENTS;
}
