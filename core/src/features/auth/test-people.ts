import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Database } from '../../platform/db/index.js';
import { createRateLimiter, type RateLimiter } from '../../platform/http/rate-limiter.js';
import { createAuditService, type AuditService } from '../audit/index.js';
import { createSettingsService, type SettingsDeps, type SettingsService } from '../settings/index.js';
import { createPasswordHasher, createUserService, type PasswordHasher, type UserService } from '../users/index.js';
import { createAccessTokens, type AccessTokens } from './access-tokens.js';
import { createAuthService, type AuthService } from './auth-service.js';
import { createConfirmedSessions, type ConfirmedSessions } from './confirmed-sessions.js';
import { createRefreshSessions, type RefreshSessions } from './refresh-sessions.js';
import { voidLinks } from '../login-tokens/login-token-service.js';

/** The account services, wired for specs. */
export interface TestPeople {
  readonly database: Database;
  readonly audit: AuditService;
  readonly settings: SettingsService;
  readonly users: UserService;
  readonly auth: AuthService;
  readonly sessions: RefreshSessions;
  readonly confirmedSessions: ConfirmedSessions;
  readonly accessTokens: AccessTokens;
  readonly hasher: PasswordHasher;
  readonly rateLimiter: RateLimiter;
  readonly now: () => Date;
}

/** Parts that a spec may replace. */
export interface TestPeopleOptions {
  readonly database: Database;
  readonly now?: () => Date;
  readonly rateLimiter?: RateLimiter;
  readonly hasher?: PasswordHasher;
  readonly onSettingsSaved?: SettingsDeps['onSaved'];
}

/** Never created: accounts and settings keep nothing on disk. */
const NO_DATA_DIR = join(tmpdir(), 'lectern-without-data', 'data');

/** One for all specs of this process, because each starts a thread. */
const testHasher = createPasswordHasher({ cost: 4 });

/** Real services on a real database; passwords are hashed at the lowest cost. */
export function createTestPeople(options: TestPeopleOptions): TestPeople {
  const { database, now = () => new Date(), rateLimiter = createRateLimiter(), hasher = testHasher } = options;
  const audit = createAuditService({ database, now });
  const settings = createSettingsService({ database, audit, feed: undefined, now, dataDir: NO_DATA_DIR, onSaved: options.onSettingsSaved });
  const users = createUserService({ database, audit, hasher, now });
  const accessTokens = createAccessTokens({ key: Buffer.alloc(48, 7), now });
  const sessions = createRefreshSessions({ database, now });
  const confirmedSessions = createConfirmedSessions({ database, now });
  const services = { database, audit, settings, users, sessions, confirmedSessions, accessTokens, hasher, rateLimiter, now };
  return { ...services, auth: createAuthService({ ...services, voidLinks: (tx, userId) => voidLinks(tx, userId, services.now()) }) };
}
