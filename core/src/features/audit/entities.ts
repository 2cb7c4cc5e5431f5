import { defineEntity, id, json, key, nullable, text, time } from '../../platform/db/index.js';

export const AuditEntity = defineEntity('audit_log', {
  id: key(id()),
  at: time(),
  actorId: nullable(id()),
  actorName: text(200),
  action: text(100),
  targetType: text(50),
  targetId: nullable(text(100)),
  detail: nullable(json<Record<string, unknown>>()),
  address: nullable(text(64)),
});
