import { EntitySchema } from 'typeorm';

const user = new EntitySchema({
  name: 'User',
  tableName: 'users',
  columns: {
    id: { type: 'varchar', length: 36, primary: true },
    username: { type: 'varchar', length: 100 },
    displayName: { type: 'varchar', length: 200 },
    role: { type: 'varchar', length: 10 },
    state: { type: 'varchar', length: 10 },
    passwordHash: { type: 'varchar', length: 100, nullable: true },
    libraryIdentity: { type: 'varchar', length: 200 },
    autoApprove: { type: 'boolean', nullable: true },
    interactiveSearchAccess: { type: 'boolean', nullable: true },
    downloadAccess: { type: 'boolean', nullable: true },
    quotaLimit: { type: 'integer', nullable: true },
    quotaDays: { type: 'integer', nullable: true },
    locale: { type: 'varchar', length: 20, nullable: true },
    sessionsInvalidatedAt: { type: 'varchar', length: 24, nullable: true },
    createdAt: { type: 'varchar', length: 24 },
    updatedAt: { type: 'varchar', length: 24 },
    deletedAt: { type: 'varchar', length: 24, nullable: true },
  },
});

const userIdentity = new EntitySchema({
  name: 'UserIdentity',
  tableName: 'user_identities',
  columns: {
    id: { type: 'varchar', length: 36, primary: true },
    userId: { type: 'varchar', length: 36 },
    provider: { type: 'varchar', length: 100 },
    subject: { type: 'varchar', length: 300 },
    createdAt: { type: 'varchar', length: 24 },
  },
});

export const userEntities = [user, userIdentity];
