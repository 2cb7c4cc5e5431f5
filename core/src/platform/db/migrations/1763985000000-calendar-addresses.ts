import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `CREATE TABLE calendar_addresses (
    user_id varchar(36) PRIMARY KEY REFERENCES users (id), token_hash varchar(64) NOT NULL UNIQUE, created_at varchar(24) NOT NULL)`,
];

/** Addresses with which calendars subscribe to what is coming up. */
export class CalendarAddresses1763985000000 extends ForwardMigration {
  readonly name = 'CalendarAddresses1763985000000';
  protected readonly statements = STATEMENTS;
}
