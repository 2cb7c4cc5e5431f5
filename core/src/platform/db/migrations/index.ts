import { DirectDownloads1763810000000 } from './1763810000000-direct-downloads.js';
import { Initial1763700000000 } from './1763700000000-initial.js';
import { Shelves1763800000000 } from './1763800000000-shelves.js';
import { LoginTokens1763820000000 } from './1763820000000-login-tokens.js';
import { Plugins1763760000000 } from './1763760000000-plugins.js';

/** All migrations, oldest first. The same files run on SQLite and on PostgreSQL. */
export const migrations = [
  Initial1763700000000,
  Plugins1763760000000,
  Shelves1763800000000,
  DirectDownloads1763810000000,
  LoginTokens1763820000000,
] as const;
