import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/** Keys by id. `current` seals; all of them open. Every key has 32 bytes. */
export interface KeyRing {
  readonly current: string;
  readonly keys: ReadonlyMap<string, Buffer>;
}

/** Seals and opens text with AES-256-GCM. */
export interface SecretBox {
  /** @returns `v1.<key id>.<iv>.<tag>.<ciphertext>`, base64url parts */
  seal(text: string): string;
  /** @throws Error if no key of the ring sealed the text, or if it was changed */
  open(sealed: string): string;
}

/** The key id is authenticated along with the text, so a value cannot be passed off as another key's. */
export function createSecretBox(ring: KeyRing): SecretBox {
  for (const [id, key] of ring.keys) {
    if (key.length !== 32) throw new Error(`Encryption key ${id} has ${key.length} bytes instead of 32.`);
  }
  return {
    seal(text) {
      const key = ring.keys.get(ring.current);
      if (!key) throw new Error(`No encryption key with the id ${ring.current}.`);
      const iv = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, iv);
      cipher.setAAD(Buffer.from(ring.current));
      const data = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return ['v1', ring.current, iv.toString('base64url'), cipher.getAuthTag().toString('base64url'), data.toString('base64url')].join(
        '.',
      );
    },
    open(sealed) {
      const [version, id, iv, tag, data] = sealed.split('.');
      if (version !== 'v1' || id === undefined || iv === undefined || tag === undefined || data === undefined) {
        throw new Error('This is not a sealed value.');
      }
      const key = ring.keys.get(id);
      if (!key) throw new Error(`The value was sealed with the key ${id}, which is not in the key file.`);
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(iv, 'base64url'));
      decipher.setAAD(Buffer.from(id));
      decipher.setAuthTag(Buffer.from(tag, 'base64url'));
      return Buffer.concat([decipher.update(Buffer.from(data, 'base64url')), decipher.final()]).toString('utf8');
    },
  };
}
