import { ForwardMigration } from './forward-migration.js';

const FIRST_AT = `(SELECT MIN(e.at) FROM request_events e WHERE e.request_id = requests.id
  AND (e.to_status = 'available' OR (e.to_status = 'downloaded' AND requests.type = 'ebook')))`;

const STATEMENTS = [
  `ALTER TABLE requests ADD COLUMN arrived_at varchar(24)`,
  `UPDATE requests SET arrived_at = ${FIRST_AT} WHERE status IN ('available', 'downloaded')`,
  // one whose timeline does not say when
  `UPDATE requests SET arrived_at = status_since
    WHERE arrived_at IS NULL AND (status = 'available' OR (status = 'downloaded' AND type = 'ebook'))`,
];

/** When the book of a request first arrived, for statistics. */
export class Arrivals1764441000000 extends ForwardMigration {
  readonly name = 'Arrivals1764441000000';
  protected readonly statements = STATEMENTS;
}
