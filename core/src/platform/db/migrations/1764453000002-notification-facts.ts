import { ForwardMigration } from './forward-migration.js';

/** What notifications were written from, so that their readers see them in the language that they use now. */
export class NotificationFacts1764453000002 extends ForwardMigration {
  readonly name = 'NotificationFacts1764453000002';
  protected readonly statements = ['ALTER TABLE notifications ADD COLUMN facts text'];
}
