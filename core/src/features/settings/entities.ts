import { EntitySchema } from 'typeorm';

const setting = new EntitySchema({
  name: 'Setting',
  tableName: 'settings',
  columns: {
    key: { type: 'varchar', length: 100, primary: true },
    value: { type: 'text' },
    updatedAt: { type: 'varchar', length: 24 },
  },
});

export const settingsEntities = [setting];
