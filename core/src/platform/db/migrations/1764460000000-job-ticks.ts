import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [`CREATE TABLE job_ticks (name varchar(100) PRIMARY KEY NOT NULL, tick varchar(24) NOT NULL)`];

/** The last tick of each schedule that a process took, so that of several processes one takes each. */
export class JobTicks1764460000000 extends ForwardMigration {
  readonly name = 'JobTicks1764460000000';
  protected readonly statements = STATEMENTS;
}
