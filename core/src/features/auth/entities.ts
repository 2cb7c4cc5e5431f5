import { EntitySchema } from 'typeorm';

const refreshSession = new EntitySchema({
  name: 'RefreshSession',
  tableName: 'refresh_sessions',
  columns: {
    id: { type: 'varchar', length: 36, primary: true },
    familyId: { type: 'varchar', length: 36 },
    userId: { type: 'varchar', length: 36 },
    tokenHash: { type: 'varchar', length: 64 },
    createdAt: { type: 'varchar', length: 24 },
    expiresAt: { type: 'varchar', length: 24 },
    usedAt: { type: 'varchar', length: 24, nullable: true },
    revokedAt: { type: 'varchar', length: 24, nullable: true },
    userAgent: { type: 'varchar', length: 300, nullable: true },
    address: { type: 'varchar', length: 64, nullable: true },
  },
});

export const authEntities = [refreshSession];
