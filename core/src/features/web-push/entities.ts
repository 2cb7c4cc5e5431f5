import { defineEntity, id, key, nullable, text, time } from '../../platform/db/index.js';

/** The one key pair with which this server proves to push services who it is. Browsers bind their subscriptions to the public key. */
export const WebPushKeyEntity = defineEntity('web_push_keys', {
  id: key(text(20)),
  /** P-256, uncompressed, base64url. */
  publicKey: text(100),
  privateKeySealed: text(),
  createdAt: time(),
});

/** Browsers that asked to be notified. */
export const WebPushDeviceEntity = defineEntity('web_push_devices', {
  id: key(id()),
  userId: id(),
  /** The sign-in that asked; when it is ended, the device is forgotten. */
  sessionId: nullable(id()),
  /** Finds a browser again without its address, which is a secret. */
  endpointHash: text(64),
  /** Where the push service takes messages, and the keys for which they are encrypted, as JSON. */
  subscriptionSealed: text(),
  /** The host name of the push service. */
  host: text(),
  userAgent: text(300),
  createdAt: time(),
});
