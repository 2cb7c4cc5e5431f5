import { isTrue, upsertStatement, type Database, type RowOf, type Sql, type Tx } from '../../platform/db/index.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Redactor } from '../../platform/logging/redactor.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import { MailServerEntity } from './entities.js';
import type { MailServer } from './smtp-session.js';

export interface MailStoreDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly redactor: Redactor;
  readonly log: Pick<Logger, 'error'>;
  readonly now: () => Date;
}

/** The settings of e-mail. The password is decrypted: never answer it, never log it. */
export interface MailStore {
  /** @returns undefined if none were saved; without a password where no key opens it */
  get(sql?: Pick<Sql, 'get'>): Promise<MailServer | undefined>;
  save(tx: Tx, server: MailServer): Promise<void>;
  /** @returns whether there were any */
  remove(tx: Tx): Promise<boolean>;
  /** Keeps a password that is about to be used out of logs and answers. */
  hide(server: MailServer): void;
}

/** There is one mail server. */
const ID = 'server';

type Row = RowOf<typeof MailServerEntity>;

export function createMailStore({ database, secretBox, redactor, log, now }: MailStoreDeps): MailStore {
  function hide({ username, password }: MailServer): void {
    if (password === null) return;
    redactor.addSecret(password);
    // as it is sent, in base64: some servers repeat the lines that they do not like
    redactor.addSecret(`\0${username ?? ''}\0${password}`);
  }

  function open(sealed: string | null): string | null {
    if (sealed === null) return null;
    try {
      return secretBox.open(sealed);
    } catch (error) {
      log.error({ err: error }, 'the password of the mail server cannot be decrypted; it has to be entered again');
      return null;
    }
  }

  return {
    hide,
    async get(sql = database.read) {
      const row = await sql.get<Row>('SELECT * FROM mail_servers WHERE id = ?', [ID]);
      if (!row) return undefined;
      const { host, port, security, username, senderAddress, senderName } = row;
      const flags = { allowSelfSigned: isTrue(row.allowSelfSigned), enabled: isTrue(row.enabled) };
      const server = { host, port, security, username, senderAddress, senderName, ...flags, password: open(row.passwordSealed) };
      hide(server);
      return server;
    },
    async save(tx, { password, ...settings }) {
      const row = {
        id: ID,
        ...settings,
        passwordSealed: password === null ? null : secretBox.seal(password),
        updatedAt: now().toISOString(),
      };
      const update = Object.keys(row).filter((name) => name !== 'id') as Exclude<keyof typeof row, 'id'>[];
      const { sql, params } = upsertStatement(MailServerEntity, row, { conflict: ['id'], update });
      await tx.run(sql, params);
    },
    remove: async (tx) => (await tx.run('DELETE FROM mail_servers WHERE id = ?', [ID])) > 0,
  };
}
