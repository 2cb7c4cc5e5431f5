export { actorOf, byActor, SERVER_ACTOR } from './actor.js';
export { createAuditService } from './audit-service.js';
export type { AuditDeps, AuditEntry, AuditFilter, AuditRecord, AuditService } from './audit-service.js';
export type { Actor } from './actor.js';
export { auditRoutes } from './routes.js';
