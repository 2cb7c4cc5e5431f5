import { ForwardMigration } from './forward-migration.js';

/** When the user of a session last showed who they are. Sessions from before count from when they were opened. */
export class ConfirmedSessions1763880000000 extends ForwardMigration {
  readonly name = 'ConfirmedSessions1763880000000';
  protected readonly statements = [
    'ALTER TABLE refresh_sessions ADD COLUMN authenticated_at varchar(24)',
    `UPDATE refresh_sessions SET authenticated_at =
       (SELECT MIN(f.created_at) FROM refresh_sessions f WHERE f.family_id = refresh_sessions.family_id)`,
  ];
}
