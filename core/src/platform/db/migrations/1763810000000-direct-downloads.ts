import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `CREATE TABLE direct_downloads (
    id varchar(100) PRIMARY KEY, name text NOT NULL, state varchar(20) NOT NULL, files_sealed text NOT NULL, progress text NOT NULL,
    bytes_done double precision NOT NULL, bytes_total double precision NOT NULL, bytes_per_second double precision NOT NULL,
    attempts integer NOT NULL, error text, created_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
];

/** Downloads of the server's own, by plain HTTP. */
export class DirectDownloads1763810000000 extends ForwardMigration {
  readonly name = 'DirectDownloads1763810000000';
  protected readonly statements = STATEMENTS;
}
