import { isPluginDefinition, manifestProblems, type JsonObject, type PluginDefinition, type PluginManifest } from '@lectern/plugin-api';
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sentence, type MessagesByLanguage } from '../platform/words/index.js';
import { incompatible, isCompatible } from './compat.js';
import type { DiscoveredPlugin } from './discovery.js';
import { entryFile } from './entry-file.js';
import { describePackage, PluginError, type PackageLabel } from './errors.js';
import { readMessages } from './message-files.js';
import { checkManifest, type PluginPackage } from './plugin-manifest.js';
import { plainLabel } from '../platform/text/plain-label.js';
import { LONGEST_TEXT, repositoryOf, textMember, type PackageTexts } from './package-texts.js';
import { createSettingsSchema, type SettingsSchema } from './settings-schema.js';
import { enterImport, sectionOwner, type SectionOwner } from './sections/sections.js';
import { OutOfTime, within } from './within.js';

/** A plugin with everything that could be read of it. `error` says why the rest could not. */
export interface LoadedPlugin extends PackageLabel {
  readonly id: string;
  readonly source: DiscoveredPlugin['source'];
  /** The package that comes with Lectern, has the same id, and steps aside. */
  readonly insteadOf?: string;
  /** Absolute and real, for attributing stack traces. */
  readonly dir: string;
  readonly displayName: string;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
  readonly manifest?: PluginManifest;
  readonly settings?: SettingsSchema;
  readonly messages?: MessagesByLanguage;
  /** Translations that cannot be used, each with what is wrong. */
  readonly messageFaults?: readonly string[];
  readonly texts: PackageTexts;
  readonly repository?: string;
  readonly description?: string;
  readonly definition?: PluginDefinition;
  readonly error?: PluginError;
}

export interface LoaderOptions {
  /** Milliseconds a plugin's import may take. Default 10,000. */
  readonly importTimeoutMs?: number;
  /** Lists plugins without running any code. */
  readonly safeMode?: boolean;
  /** Loads the plugin although its range of the plugin API does not fit. */
  readonly ignoreCompatibility?: boolean;
  /** Runs the import and detects changes to built-in objects. */
  readonly importing?: <T>(pluginId: string, work: () => Promise<T>) => Promise<T>;
  /** Called after each section of the import and of what it leaves behind. */
  readonly look?: (pluginId: string) => void;
}

async function readSettings(dir: string, pkg: PluginPackage, label: PackageLabel, isOurs: boolean): Promise<SettingsSchema> {
  try {
    return createSettingsSchema(JSON.parse(await readFile(join(dir, pkg.lectern.settings), 'utf8')) as JsonObject, isOurs);
  } catch (error) {
    const { code, message: reason } = error as NodeJS.ErrnoException;
    const schema = { file: pkg.lectern.settings, package: describePackage(label) };
    const problem =
      code === 'ENOENT'
        ? sentence('plugin_problem.schema_missing', schema)
        : sentence('plugin_problem.schema_unusable', { ...schema, reason });
    throw new PluginError('PLUGIN_MANIFEST_INVALID', problem, { cause: error });
  }
}

async function readWords(dir: string, { lectern }: PluginPackage, label: PackageLabel, isOurs: boolean): Promise<Partial<LoadedPlugin>> {
  if (lectern.messages === undefined) return {};
  try {
    const { messages, leftOut } = await readMessages(dir, lectern.messages, isOurs);
    return { messages, ...(leftOut.length === 0 ? {} : { messageFaults: leftOut }) };
  } catch (error) {
    const values = { package: describePackage(label), reason: (error as Error).message };
    throw new PluginError('PLUGIN_MANIFEST_INVALID', sentence('plugin_problem.messages_unusable', values), { cause: error });
  }
}

function wrongManifest(label: PackageLabel, problems: readonly string[]): PluginError {
  const values = { package: describePackage(label), problems: problems.join('; ') };
  return new PluginError('PLUGIN_MANIFEST_INVALID', sentence('plugin_problem.manifest_wrong', values));
}

async function readTexts(dir: string): Promise<PackageTexts> {
  const files = (await readdir(dir).catch(() => [])).filter((name) => textMember(name) !== undefined);
  const texts = await Promise.all(
    files.map(async (name) => [textMember(name), (await readFile(join(dir, name), 'utf8').catch(() => '')).slice(0, LONGEST_TEXT)]),
  );
  return Object.fromEntries(texts.filter(([, text]) => text !== '')) as PackageTexts;
}

/** The name of the package that an import could not find; `undefined` for other faults. */
function missingPackage(error: unknown): string | undefined {
  const { code, message } = error as { code?: string; message?: string };
  if (code !== 'ERR_MODULE_NOT_FOUND' && code !== 'MODULE_NOT_FOUND') return undefined;
  const name = /Cannot find (?:package|module) '([^']+)'/.exec(message ?? '')?.[1];
  return name === undefined || /^[./]|^[a-z]:|^file:/i.test(name) ? undefined : name;
}

function importError(error: unknown, dir: string, label: PackageLabel): PluginError {
  const missing = missingPackage(error);
  if (missing !== undefined) {
    const problem = sentence('plugin_problem.dependency_missing', { package: describePackage(label), missing });
    return new PluginError('PLUGIN_DEPENDENCY_MISSING', problem, { cause: error });
  }
  if (error instanceof OutOfTime) {
    const problem = sentence('plugin_problem.import_slow', { package: describePackage(label), seconds: error.ms / 1000 });
    return new PluginError('PLUGIN_IMPORT_FAILED', problem, { cause: error });
  }
  const text = error instanceof Error ? error.message : String(error);
  const [reason = ''] = text.replaceAll(pathToFileURL(dir).href, label.path).replaceAll(dir, label.path).split('\n', 1);
  const problem = sentence('plugin_problem.import_failed', { package: describePackage(label), reason });
  return new PluginError('PLUGIN_IMPORT_FAILED', problem, { cause: error });
}

async function importDefinition(
  dir: string,
  pkg: PluginPackage,
  label: PackageLabel,
  owner: SectionOwner,
  timeoutMs: number,
): Promise<PluginDefinition> {
  const entry = entryFile(dir, pkg);
  const exists =
    entry !== undefined &&
    (await stat(entry).then(
      (found) => found.isFile(),
      () => false,
    ));
  if (!exists) throw new PluginError('PLUGIN_IMPORT_FAILED', sentence('plugin_problem.no_entry', { package: describePackage(label) }));
  let module: { default?: unknown };
  try {
    module = (await enterImport(owner, () => within(timeoutMs, [], () => import(pathToFileURL(entry).href)))) as { default?: unknown };
  } catch (error) {
    throw importError(error, dir, label);
  }
  if (isPluginDefinition(module.default)) return module.default;
  // a CommonJS package compiled from ESM has its default export one level down
  const inner = (module.default as { default?: unknown } | undefined)?.default;
  if (isPluginDefinition(inner)) return inner;
  throw new PluginError('PLUGIN_SHAPE_INVALID', sentence('plugin_problem.no_definition', { package: describePackage(label) }));
}

function labelOf({
  pkg,
  path,
  expectedId,
  expected,
}: DiscoveredPlugin): PackageLabel & { id: string; displayName: string; description?: string; repository?: string } {
  const raw = (pkg ?? {}) as {
    name?: unknown;
    version?: unknown;
    description?: unknown;
    repository?: unknown;
    lectern?: { id?: unknown; displayName?: unknown };
  };
  const repository = repositoryOf(raw);
  const textOr = (value: unknown, fallback: string) =>
    typeof value === 'string' && plainLabel(value) !== '' ? plainLabel(value) : fallback;
  const packageName = textOr(raw.name, expected?.packageName ?? expectedId ?? path);
  const id = textOr(raw.lectern?.id, expectedId ?? packageName);
  return {
    packageName,
    version: textOr(raw.version, expected?.version ?? 'without version'),
    path,
    id,
    displayName: textOr(raw.lectern?.displayName, id),
    ...(typeof raw.description === 'string' ? { description: plainLabel(raw.description) } : {}),
    ...(repository === undefined ? {} : { repository }),
  };
}

/**
 * Loads one plugin: manifest, settings schema, messages, compatibility, then its code. Never throws. Everything that was read before
 * a fault is kept, so that a plugin that cannot be loaded can still be shown, configured, updated and removed.
 */
export async function loadPlugin(found: DiscoveredPlugin, options: LoaderOptions = {}): Promise<LoadedPlugin> {
  const label = labelOf(found);
  const dir = await realpath(found.dir).catch(() => found.dir);
  let loaded: LoadedPlugin = { ...label, source: found.source, dir, readAt: Date.now(), texts: {} };
  try {
    if (found.pkg === undefined)
      throw new PluginError('PLUGIN_NOT_INSTALLED', sentence('plugin_problem.no_package', { plugin: label.id, path: label.path }));
    const checked = checkManifest(found.pkg);
    if ('problems' in checked) throw wrongManifest(label, checked.problems);
    const { pkg } = checked;
    loaded = { ...loaded, manifest: pkg.lectern, texts: await readTexts(dir) };
    const isOurs = found.source === 'bundled' && pkg.name.startsWith('@lectern/');
    const settings = await readSettings(dir, pkg, label, isOurs);
    loaded = { ...loaded, settings, ...(await readWords(dir, pkg, label, isOurs)) };
    const problems = manifestProblems(pkg.lectern, settings.fields);
    if (problems.length > 0) throw wrongManifest(label, problems);
    if (!options.ignoreCompatibility && !isCompatible(pkg.lectern.api)) {
      throw incompatible(label, pkg.lectern.api);
    }
    if (options.safeMode) return loaded;
    const { importing = (_, work) => work(), importTimeoutMs = 10_000, look } = options;
    const owner = sectionOwner(label.id, { isImport: true, ...(look ? { look: () => look(label.id) } : {}) });
    return { ...loaded, definition: await importing(label.id, () => importDefinition(dir, pkg, label, owner, importTimeoutMs)) };
  } catch (error) {
    return { ...loaded, error: error instanceof PluginError ? error : importError(error, dir, label) };
  }
}
