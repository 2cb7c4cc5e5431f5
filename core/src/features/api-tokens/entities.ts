import { defineEntity, id, json, key, nullable, text, time } from '../../platform/db/index.js';
import type { Scope } from '../../platform/http/route.js';

export const ApiTokenEntity = defineEntity('api_tokens', {
  id: key(id()),
  userId: id(),
  name: text(200),
  tokenHash: text(64),
  tokenPrefix: text(12),
  scopes: json<Scope[]>(),
  expiresAt: nullable(time()),
  lastUsedAt: nullable(time()),
  revokedAt: nullable(time()),
  createdAt: time(),
});
