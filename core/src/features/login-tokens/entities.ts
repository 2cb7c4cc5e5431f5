import { defineEntity, id, key, nullable, text, time } from '../../platform/db/index.js';

export const LoginTokenEntity = defineEntity('login_tokens', {
  id: key(id()),
  userId: id(),
  tokenHash: text(64),
  createdAt: time(),
  expiresAt: time(),
  usedAt: nullable(time()),
  revokedAt: nullable(time()),
});
