import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [
  `CREATE TABLE own_release_parts (
    candidate_id varchar(36) NOT NULL REFERENCES release_candidates (id) ON DELETE CASCADE, position integer NOT NULL,
    content_sealed text NOT NULL, PRIMARY KEY (candidate_id, position))`,
];

/** The releases that people bring themselves, in parts. */
export class OwnReleases1764330000000 extends ForwardMigration {
  readonly name = 'OwnReleases1764330000000';
  protected readonly statements = STATEMENTS;
}
