import { ForwardMigration } from './forward-migration.js';

/** Why events are not sent to a webhook any more, if no person switched it off. */
export class WebhookPauses1764453000001 extends ForwardMigration {
  readonly name = 'WebhookPauses1764453000001';
  protected readonly statements = ['ALTER TABLE webhooks ADD COLUMN paused_because varchar(20)'];
}
