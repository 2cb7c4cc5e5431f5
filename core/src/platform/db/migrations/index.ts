import { Initial1763700000000 } from './1763700000000-initial.js';

/** All migrations, oldest first. The same files run on SQLite and on PostgreSQL. */
export const migrations = [Initial1763700000000] as const;
