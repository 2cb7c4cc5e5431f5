import { ForwardMigration } from './forward-migration.js';

/** Looks at the whole library, how far each is, and what they found. A finding goes with its item. */
const STATEMENTS = [
  `CREATE TABLE check_ups (
    id varchar(36) PRIMARY KEY, state varchar(20) NOT NULL, reads_files boolean NOT NULL, stopping boolean NOT NULL,
    after_item varchar(36) NOT NULL, done integer NOT NULL, total integer NOT NULL, compared integer NOT NULL, unread integer NOT NULL,
    created_at varchar(24) NOT NULL, actor_name varchar(200) NOT NULL, ended_at varchar(24), fault text)`,
  `CREATE TABLE check_up_findings (
    id varchar(36) PRIMARY KEY, item_id varchar(36) NOT NULL REFERENCES library_items (id) ON DELETE CASCADE, kind varchar(20) NOT NULL,
    asin varchar(10) NOT NULL, weight integer NOT NULL, evidence text NOT NULL, evidence_key varchar(64) NOT NULL,
    found_at varchar(24) NOT NULL, fine_at varchar(24), fine_by varchar(200))`,
  `CREATE UNIQUE INDEX check_up_findings_item ON check_up_findings (item_id, kind)`,
  `CREATE INDEX check_up_findings_kind ON check_up_findings (kind, weight, id)`,
];

/** Admins have the library checked. */
export class CheckUps1764190000000 extends ForwardMigration {
  readonly name = 'CheckUps1764190000000';
  protected readonly statements = STATEMENTS;
}
