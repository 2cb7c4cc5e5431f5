import { ForwardMigration } from './forward-migration.js';

/** Changes that admins made to works, so that it can be undone, and which ASINs are no longer put together by themselves. */
const STATEMENTS = [
  `CREATE TABLE work_changes (
    id varchar(36) PRIMARY KEY, kind varchar(10) NOT NULL, work_id varchar(36) NOT NULL, other_work_id varchar(36) NOT NULL,
    actor_name varchar(200) NOT NULL, moved text NOT NULL, apart text NOT NULL, at varchar(24) NOT NULL, undone_at varchar(24))`,
  `CREATE INDEX work_changes_work ON work_changes (work_id)`,
  `CREATE INDEX work_changes_other ON work_changes (other_work_id)`,
  `CREATE TABLE work_separations (
    asin varchar(10) NOT NULL, other_asin varchar(10) NOT NULL, PRIMARY KEY (asin, other_asin))`,
  `CREATE INDEX work_separations_other ON work_separations (other_asin)`,
];

/** Merging and splitting works by hand. */
export class WorkChanges1763970000000 extends ForwardMigration {
  readonly name = 'WorkChanges1763970000000';
  protected readonly statements = STATEMENTS;
}
