import { ForwardMigration } from './forward-migration.js';

/** Where a few minutes of a book can be listened to. */
export class Samples1764425000000 extends ForwardMigration {
  readonly name = 'Samples1764425000000';
  protected readonly statements = ['ALTER TABLE audiobooks ADD COLUMN sample_url text'];
}
