export { SERVER_ACTOR, actorOf, byActor } from './actor.js';
export { createAuditService } from './audit-service.js';
export type { AuditRecord, AuditService } from './audit-service.js';
export type { Actor } from './actor.js';
export { auditRoutes } from './routes.js';
