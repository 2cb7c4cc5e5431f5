import { EntitySchema } from 'typeorm';

const auditEntry = new EntitySchema({
  name: 'AuditEntry',
  tableName: 'audit_log',
  columns: {
    id: { type: 'varchar', length: 36, primary: true },
    at: { type: 'varchar', length: 24 },
    actorId: { type: 'varchar', length: 36, nullable: true },
    actorName: { type: 'varchar', length: 200 },
    action: { type: 'varchar', length: 100 },
    targetType: { type: 'varchar', length: 50 },
    targetId: { type: 'varchar', length: 100, nullable: true },
    detail: { type: 'text', nullable: true },
    address: { type: 'varchar', length: 64, nullable: true },
  },
});

export const auditEntities = [auditEntry];
