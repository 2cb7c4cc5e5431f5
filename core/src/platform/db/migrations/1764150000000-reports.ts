import { ForwardMigration } from './forward-migration.js';

/** The first schema had a table of reports that nothing ever wrote. */
const STATEMENTS = [
  `DROP TABLE reported_issues`,
  `CREATE TABLE reported_issues (
    id varchar(36) PRIMARY KEY, user_id varchar(36) NOT NULL REFERENCES users (id), asin varchar(10) NOT NULL, region varchar(10) NOT NULL,
    title text NOT NULL, author text NOT NULL, kind varchar(20) NOT NULL, text text NOT NULL, state varchar(10) NOT NULL,
    last_from varchar(10) NOT NULL, created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL, closed_at varchar(24))`,
  `CREATE UNIQUE INDEX reported_issues_one_open ON reported_issues (user_id, asin) WHERE state = 'open'`,
  `CREATE INDEX reported_issues_asin ON reported_issues (asin, state)`,
  `CREATE INDEX reported_issues_state ON reported_issues (state, updated_at, id)`,
  `CREATE INDEX reported_issues_user ON reported_issues (user_id, created_at, id)`,
  `CREATE TABLE report_entries (
    id varchar(36) PRIMARY KEY, report_id varchar(36) NOT NULL REFERENCES reported_issues (id), author_id varchar(36) NOT NULL REFERENCES users (id),
    side varchar(10) NOT NULL, did varchar(10) NOT NULL, text text NOT NULL, created_at varchar(24) NOT NULL)`,
  `CREATE INDEX report_entries_report ON report_entries (report_id, id)`,
  `ALTER TABLE notifications ADD COLUMN path text`,
];

/** Reports of problems with books, their threads, and the pages that notifications lead to. */
export class Reports1764150000000 extends ForwardMigration {
  readonly name = 'Reports1764150000000';
  protected readonly statements = STATEMENTS;
}
