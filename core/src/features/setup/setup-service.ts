import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { ApiError } from '../../platform/http/problem.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Actor } from '../audit/index.js';
import type { AuthService, OpenedSession, SessionOrigin } from '../auth/index.js';
import type { SelfTestReport } from '../../files/library-self-test.js';
import type { KindStanding } from '../integration-records/health-verdict.js';
import type { SettingsService } from '../settings/index.js';
import type { UserService } from '../users/index.js';
import { sentence } from '../../platform/words/index.js';

/** How many integrations of each kind are configured. */
export interface IntegrationCounts {
  readonly catalog: number;
  readonly indexer: number;
  readonly downloadClient: number;
  readonly mediaServer: number;
  readonly notifier: number;
}

/** How the integrations of each of these kinds were seen last. */
export type IntegrationStandings = Readonly<Record<keyof IntegrationCounts, KindStanding>>;

/** The progress of setup. */
export interface SetupStatus {
  readonly complete: boolean;
  readonly steps: { readonly admin: boolean; readonly library: boolean; readonly integrations: IntegrationCounts };
}

/** The first steps of a fresh installation. Database errors pass through, so that setup never opens by accident. */
export interface Setup {
  /** The one-time token to print at start; `undefined` if there is an admin or setup is complete. */
  token(): Promise<string | undefined>;
  status(): Promise<SetupStatus>;
  /** How the integrations that requests need were seen last, for people who are signed in. */
  standings(): Promise<IntegrationStandings>;
  /**
   * With `catalogFor`, the catalogue that needs nothing to be entered is connected, for the first of these countries it has.
   *
   * @throws ApiError 403 `setup_complete`, `admin_exists`, `setup_token_invalid`; 422 as for any new user
   */
  createAdmin(
    input: { token: string; username: string; password: string; displayName?: string; catalogFor?: readonly string[] },
    origin: SessionOrigin,
    signal?: AbortSignal,
  ): Promise<OpenedSession>;
  /** Tests the folder, and saves it if books can be placed there. @throws ApiError 403 `setup_complete` */
  chooseLibrary(input: { path: string; downloadPath?: string | null }, actor: Actor): Promise<SelfTestReport & { saved: boolean }>;
  /** Closes setup permanently. @throws ApiError 403 `setup_complete`, 409 `setup_incomplete` */
  complete(actor: Actor): Promise<void>;
}

export interface SetupDeps {
  readonly settings: SettingsService;
  readonly users: UserService;
  readonly auth: AuthService;
  readonly integrationCounts: () => Promise<IntegrationCounts>;
  readonly integrationStandings: () => Promise<IntegrationStandings>;
  readonly connectCatalog: (countries: readonly string[], actor: Actor) => Promise<void>;
  readonly log: Pick<Logger, 'error'>;
  readonly now: () => Date;
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}

/** The token is new at each start and exists only in memory. */
export function createSetup({
  settings,
  users,
  auth,
  integrationCounts,
  integrationStandings,
  connectCatalog,
  log,
  now,
}: SetupDeps): Setup {
  const token = randomBytes(24).toString('base64url');
  const expected = digest(token);

  async function refuseWhenComplete(): Promise<void> {
    const { setup } = await settings.get();
    if (setup.completedAt !== null) throw new ApiError('setup_complete', sentence('problem.setup_complete'));
  }

  return {
    async token() {
      const { setup } = await settings.get();
      return setup.completedAt !== null || (await users.hasAdmin()) ? undefined : token;
    },
    async status() {
      const all = await settings.get();
      const complete = all.setup.completedAt !== null;
      return {
        complete,
        steps: {
          admin: complete || (await users.hasAdmin()),
          library: all.library.path !== null,
          integrations: await integrationCounts(),
        },
      };
    },
    standings: integrationStandings,
    async createAdmin(input, origin, signal) {
      await refuseWhenComplete();
      if (await users.hasAdmin()) throw new ApiError('admin_exists', sentence('problem.admin_exists'));
      if (!timingSafeEqual(digest(input.token.trim()), expected)) {
        throw new ApiError('setup_token_invalid', sentence('problem.setup_token_invalid'));
      }
      const { username, password, displayName, catalogFor } = input;
      const user = await users.createFirstAdmin({ username, password, displayName }, origin.address, signal);
      if (catalogFor) {
        // the account is made, and a catalogue can be added by hand
        await connectCatalog(catalogFor, { id: user.id, name: user.username, address: origin.address }).catch((error: unknown) =>
          log.error({ err: error }, 'the catalogue could not be connected'),
        );
      }
      return auth.openSession(user.id, origin);
    },
    async chooseLibrary({ path, downloadPath }, actor) {
      await refuseWhenComplete();
      const report = await settings.testLibrary(path, downloadPath);
      if (report.ok) await settings.update({ library: { path, downloadPath } }, actor);
      return { ...report, saved: report.ok };
    },
    async complete(actor) {
      await refuseWhenComplete();
      const { library } = await settings.get();
      if (library.path === null) throw new ApiError('setup_incomplete', sentence('problem.setup_incomplete'));
      await settings.update({ setup: { completedAt: now().toISOString() } }, actor);
    },
  };
}
