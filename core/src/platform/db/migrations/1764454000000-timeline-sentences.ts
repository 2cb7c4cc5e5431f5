import { ForwardMigration } from './forward-migration.js';

const STATEMENTS = [`ALTER TABLE request_events ADD COLUMN sentence text`, `ALTER TABLE blocklist ADD COLUMN sentence text`];

/** Lines of timelines, and why releases are blocked, as sentences, which are said in the language of whoever reads them. Older rows have their English alone. */
export class TimelineSentences1764454000000 extends ForwardMigration {
  readonly name = 'TimelineSentences1764454000000';
  protected readonly statements = STATEMENTS;
}
