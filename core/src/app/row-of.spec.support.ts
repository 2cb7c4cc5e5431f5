import type { EntitySchema } from 'typeorm';
import { v7 as uuid } from 'uuid';
import { entities } from './entities.js';

export function tableOf({ options }: EntitySchema): string {
  return options.tableName ?? '';
}

/** A row with something in every column that needs it. */
export function rowOf(table: string, set: object): object {
  const entity = entities.find((one) => tableOf(one) === table);
  const row: Record<string, unknown> = {};
  for (const [name, column] of Object.entries(entity?.options.columns ?? {})) {
    if (!column || column.nullable) continue;
    const type = String(column.type);
    if (column.primary && name === 'id') row[name] = uuid();
    else if (/bool/.test(type)) row[name] = false;
    else if (/int|double/.test(type)) row[name] = 0;
    else row[name] = name.endsWith('At') || name === 'at' ? '2026-01-01T00:00:00.000Z' : 'x';
  }
  return { ...row, ...set };
}
