import type { ChangeFeed } from '../../platform/change-feed/index.js';
import { placeholders, type Database, type RowOf, type Sql } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { byActor, type Actor, type AuditService } from '../audit/index.js';
import type { SelfTestReport } from '../../files/library-self-test.js';
import type { SettingEntity } from './entities.js';
import { downloadRuleErrors, type FindIntegration } from './indexer-rules.js';
import { createLibraryChecks, type LibraryChecksDeps } from './library-checks.js';
import { SETTINGS_SECTIONS, type Settings, type SettingsPatch, type SettingsSection } from './settings.js';
import { mergeSettings, readSection, settingsErrors } from './settings-validation.js';
import { writeValue } from './stored-values.js';
import { takeTurn } from './take-turn.js';
import { sentence } from '../../platform/words/index.js';

/** Called after settings were saved. */
export type SettingsListener = (settings: Settings, changed: readonly SettingsSection[]) => void;

/** Reads and changes the settings. */
export interface SettingsService {
  /** Cached; do not modify the result. */
  get(): Promise<Settings>;
  /**
   * Saves a patch. A new library folder is tested first.
   *
   * @throws ApiError 422 `settings_invalid`, 422 `library_unusable` with the steps of the self-test
   */
  update(patch: SettingsPatch, actor: Actor): Promise<Settings>;
  /** @returns a function that unsubscribes */
  onChange(listener: SettingsListener): () => void;
  /** Tests a folder without saving it. */
  testLibrary(path: string, downloadPath?: string | null): Promise<SelfTestReport>;
}

export interface SettingsDeps extends LibraryChecksDeps {
  readonly database: Database;
  readonly audit: AuditService;
  /** Announces changes to other processes, and receives theirs. */
  readonly feed: Pick<ChangeFeed, 'tell' | 'hear'> | undefined;
  readonly now: () => Date;
  /** Finds the download clients that rules name. Default: nothing is known of them, and each is refused. */
  readonly findIntegration?: FindIntegration;
  /** Tells plugins (`settings.saved`), once for each changed section. Must not throw. */
  readonly onSaved?: (section: SettingsSection) => void;
  /** Milliseconds until settings are read again. Default: 5 s on PostgreSQL, where others may write; otherwise never. */
  readonly cacheMs?: number;
}

const SETTINGS_CHANGED = 'settings';

async function readSettings(sql: Sql): Promise<Settings> {
  // other features keep notes there, some of them long
  const rows = await sql.all<Pick<RowOf<typeof SettingEntity>, 'key' | 'value'>>(
    `SELECT key, value FROM settings WHERE key IN (${placeholders(SETTINGS_SECTIONS.length)})`,
    [...SETTINGS_SECTIONS],
  );
  const stored = new Map(rows.map((row) => [row.key, row.value]));
  return Object.fromEntries(SETTINGS_SECTIONS.map((section) => [section, readSection(section, stored.get(section))])) as Settings;
}

function changedMembers(before: object, after: object): Record<string, unknown> {
  const old = before as Record<string, unknown>;
  return Object.fromEntries(Object.entries(after).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name])));
}

/** Saves a patch, and tells the other processes. */
async function save(
  { database, audit, feed, now }: SettingsDeps,
  patch: SettingsPatch,
  actor: Actor,
): Promise<{ readonly settings: Settings; readonly changed: readonly SettingsSection[] }> {
  return database.transaction(async (tx) => {
    // takes turns with other updates; on PostgreSQL two would overwrite each other's members
    await takeTurn(tx, 'settings', now());
    const before = await readSettings(tx);
    const after = mergeSettings(before, patch);
    const sections: SettingsSection[] = [];
    for (const section of SETTINGS_SECTIONS) {
      const detail = changedMembers(before[section], after[section]);
      if (Object.keys(detail).length === 0) continue;
      sections.push(section);
      await writeValue(tx, section, after[section], now());
      await audit.record(tx, {
        ...byActor(actor),
        action: 'settings.updated',
        targetType: 'settings',
        targetId: section,
        detail,
      });
    }
    if (sections.length > 0) await feed?.tell(tx, SETTINGS_CHANGED, { sections });
    return { settings: after, changed: sections };
  });
}

export function createSettingsService(deps: SettingsDeps): SettingsService {
  const { database } = deps;
  const cacheMs = deps.cacheMs ?? (database.dialect === 'postgres' ? 5_000 : Infinity);
  const listeners = new Set<SettingsListener>();
  let cached: { readonly settings: Settings; readonly until: number } | undefined;
  let generation = 0;

  function remember(settings: Settings): Settings {
    cached = { settings, until: performance.now() + cacheMs };
    return settings;
  }

  async function get(): Promise<Settings> {
    if (cached && performance.now() < cached.until) return cached.settings;
    const started = generation;
    const settings = await readSettings(database.read);
    // values read before an update must not replace what it saved
    return started === generation ? remember(settings) : settings;
  }

  /** Another process has saved. */
  async function readAgain(): Promise<void> {
    const before = cached?.settings;
    generation += 1;
    cached = undefined;
    const after = await get();
    const changed = before ? SETTINGS_SECTIONS.filter((name) => Object.keys(changedMembers(before[name], after[name])).length > 0) : [];
    if (changed.length > 0) for (const listener of listeners) listener(after, changed);
  }
  // if reading fails, the settings are read at the next request
  deps.feed?.hear(SETTINGS_CHANGED, () => void readAgain().catch(() => undefined));

  const library = createLibraryChecks(deps, get);

  /** Says everything that is wrong with a patch at once, so that nobody mends one field only to read of the next. */
  async function refuseInvalid(patch: SettingsPatch): Promise<void> {
    const before = await get();
    const after = mergeSettings(before, patch);
    const invalid = settingsErrors(after);
    // rules that nobody touches do not keep other settings from being saved, though their client was removed since
    const areRulesNew = invalid.length === 0 && Object.keys(changedMembers(before.downloads, after.downloads)).length > 0;
    if (areRulesNew) invalid.push(...(await downloadRuleErrors(after.downloads, deps.findIntegration ?? (async () => undefined))));
    const { errors: unusable, report } = await library.errors(patch);
    const errors = [...invalid, ...unusable];
    const [first] = errors;
    if (!first) return;
    const isLibrary = report !== undefined && errors.every(({ path }) => path === '/library/path');
    const detail = isLibrary || (invalid.length === 0 && errors.length === 1) ? first.message : sentence('problem.some_settings_invalid');
    const more = { errors, ...(report ? { members: { steps: report.steps } } : {}) };
    throw isLibrary ? new ApiError('library_unusable', detail, more) : new ApiError('settings_invalid', detail, more);
  }

  return {
    get,
    testLibrary: (path, downloadPath) => library.test(path, downloadPath),
    async update(patch, actor) {
      await refuseInvalid(patch);
      const { settings, changed } = await save(deps, patch, actor);
      generation += 1;
      remember(settings);
      if (changed.length > 0) for (const listener of listeners) listener(settings, changed);
      for (const section of changed) deps.onSaved?.(section);
      return settings;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
