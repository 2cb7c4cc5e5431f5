import { ForwardMigration } from './forward-migration.js';

/** The server through which e-mail leaves. Its password is in a column of its own, so that it is sealed anew with the other secrets. */
export class MailServer1764435000000 extends ForwardMigration {
  readonly name = 'MailServer1764435000000';
  protected readonly statements = [
    `CREATE TABLE mail_servers (
      id varchar(10) PRIMARY KEY, host varchar(253) NOT NULL, port integer NOT NULL, security varchar(10) NOT NULL,
      allow_self_signed boolean NOT NULL, username text, password_sealed text, sender_address varchar(254) NOT NULL,
      sender_name text NOT NULL, enabled boolean NOT NULL, updated_at varchar(24) NOT NULL)`,
  ];
}
