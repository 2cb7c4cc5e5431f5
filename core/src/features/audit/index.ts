export { actorOf, byActor, SERVER_ACTOR } from './actor.js';
export { createAuditService } from './audit-service.js';
export type { Actor, AuditDeps, AuditEntry, AuditFilter, AuditRecord, AuditService } from './audit-service.js';
export { auditRoutes } from './routes.js';
