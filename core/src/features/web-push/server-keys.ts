import { createECDH } from 'node:crypto';
import type { Database, RowOf, Sql, Tx } from '../../platform/db/index.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { SecretBox } from '../../platform/security/secret-box.js';
import { WebPushKeyEntity } from './entities.js';

/** A P-256 key pair, base64url: the point, uncompressed, and the number. */
export interface ServerKeyPair {
  readonly publicKey: string;
  readonly privateKey: string;
}

export interface ServerKeyDeps {
  readonly database: Database;
  readonly secretBox: SecretBox;
  readonly log: Pick<Logger, 'warn'>;
  readonly now: () => Date;
}

const ID = 'server';

function makePair(): ServerKeyPair {
  const curve = createECDH('prime256v1');
  const publicKey = curve.generateKeys().toString('base64url');
  // node leaves out the zeros that a number begins with
  const number = curve.getPrivateKey('hex').padStart(64, '0');
  return { publicKey, privateKey: Buffer.from(number, 'hex').toString('base64url') };
}

/** The server's own key pair, made when it is first asked for, once for all processes. */
export function createServerKeys({ database, secretBox, log, now }: ServerKeyDeps): () => Promise<ServerKeyPair> {
  const find = (sql: Pick<Sql, 'get'>): Promise<RowOf<typeof WebPushKeyEntity> | undefined> =>
    sql.get('SELECT id, public_key, private_key_sealed, created_at FROM web_push_keys WHERE id = ?', [ID]);

  function open(row: RowOf<typeof WebPushKeyEntity> | undefined): ServerKeyPair | undefined {
    if (!row) return undefined;
    try {
      return { publicKey: row.publicKey, privateKey: secretBox.open(row.privateKeySealed) };
    } catch {
      return undefined;
    }
  }

  /** A pair that no key opens any more is replaced. Devices that are bound to it would refuse the new one, so they go with it. */
  async function replaceUnreadable(tx: Tx, lost: string): Promise<void> {
    const gone = await tx.run('DELETE FROM web_push_keys WHERE id = ? AND public_key = ?', [ID, lost]);
    if (gone === 0) return;
    await tx.run('DELETE FROM web_push_devices');
    log.warn('the key for push messages cannot be decrypted; a new one was made, and devices have to be turned on again');
  }

  return async () => {
    const stored = await find(database.read);
    const readable = open(stored);
    if (readable) return readable;
    return database.transaction(async (tx) => {
      if (stored) await replaceUnreadable(tx, stored.publicKey);
      const { publicKey, privateKey } = makePair();
      const row = { id: ID, publicKey, privateKeySealed: secretBox.seal(privateKey), createdAt: now().toISOString() };
      await tx.upsert(WebPushKeyEntity, row, { conflict: ['id'] });
      const made = open(await find(tx));
      if (!made) throw new Error('The key for push messages was sealed with a key that this process does not have.');
      return made;
    });
  };
}
