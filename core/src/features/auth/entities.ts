import { defineEntity, id, key, nullable, text, time } from '../../platform/db/index.js';

export const RefreshSessionEntity = defineEntity('refresh_sessions', {
  id: key(id()),
  familyId: id(),
  userId: id(),
  tokenHash: text(64),
  createdAt: time(),
  /** When the user last signed in or confirmed their identity in this session; `null` if too long ago. */
  authenticatedAt: nullable(time()),
  expiresAt: time(),
  usedAt: nullable(time()),
  revokedAt: nullable(time()),
  userAgent: nullable(text(300)),
  address: nullable(text(64)),
});
