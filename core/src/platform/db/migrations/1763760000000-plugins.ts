import { ForwardMigration } from './forward-migration.js';

/**
 * Installed plugins, and decisions about plugins. A bundled plugin has a row only when something was decided
 * about it. `previous_*` describe the version that a rollback brings back.
 */
const STATEMENTS = [
  `CREATE TABLE plugins (
    id varchar(100) PRIMARY KEY, package_name varchar(214) NOT NULL, source varchar(10) NOT NULL, version varchar(100), integrity varchar(200),
    previous_source varchar(10), previous_version varchar(100), previous_integrity varchar(200),
    enabled boolean NOT NULL, ignore_compatibility boolean NOT NULL, last_error text, last_error_at varchar(24),
    installed_at varchar(24) NOT NULL, updated_at varchar(24) NOT NULL)`,
];

/** The table of plugins. */
export class Plugins1763760000000 extends ForwardMigration {
  readonly name = 'Plugins1763760000000';
  protected readonly statements = STATEMENTS;
}
