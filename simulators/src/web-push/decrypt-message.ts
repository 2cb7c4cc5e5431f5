import { createDecipheriv, createECDH, hkdfSync, type ECDH } from 'node:crypto';

/** The keys of a browser: its half of the agreement, and 16 random bytes that only it and the sender know. */
export interface BrowserKeys {
  readonly curve: ECDH;
  readonly auth: Buffer;
}

const SALT_BYTES = 16;
const TAG_BYTES = 16;
const LAST_RECORD = 2;

/** A new key pair of the curve that browsers use. */
export function newCurve(): ECDH {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  return curve;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, info, bytes));

/**
 * Decrypts the body of a push message as a browser does: RFC 8291 (the keys) on RFC 8188 (`aes128gcm`, here of a single record).
 *
 * @throws Error if it was not encrypted for these keys, was changed, or is not of that form
 */
export function decryptMessage(body: Buffer, { curve, auth }: BrowserKeys): string {
  // RFC 8188 §2.1: salt (16), record size (4), length of the key id (1), key id, which is the sender's public key
  const salt = body.subarray(0, SALT_BYTES);
  const recordSize = body.readUInt32BE(SALT_BYTES);
  const idLength = body.readUInt8(SALT_BYTES + 4);
  const header = SALT_BYTES + 5 + idLength;
  const senderKey = body.subarray(SALT_BYTES + 5, header);
  const record = body.subarray(header);
  if (senderKey.length !== 65) throw new Error('The message does not begin with a public key.');
  if (record.length > recordSize) throw new Error('A push message has one record only.');

  // RFC 8291 §3.4
  const ownKey = curve.getPublicKey();
  const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, senderKey]);
  const material = derive(curve.computeSecret(senderKey), auth, keyInfo, 32);
  const contentKey = derive(material, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(material, salt, Buffer.from('Content-Encoding: nonce\0'), 12);

  const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce);
  decipher.setAuthTag(record.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(record.subarray(0, -TAG_BYTES)), decipher.final()]);
  // RFC 8188 §2: the text, a byte that says which record it is, and zeros
  const end = padded.findLastIndex((byte) => byte !== 0);
  if (padded[end] !== LAST_RECORD) throw new Error('The message has no end.');
  return padded.subarray(0, end).toString('utf8');
}
