import { readFileSync } from 'node:fs';
import { makeEpub, startAnnasSimulator, startFlareSolverrSimulator } from '@lectern/simulators';
import type { AnnasSimulator, AnnasSimulatorOptions, FlareSolverrSimulator } from '@lectern/simulators';
import { isIntegrationError } from '@lectern/plugin-api';
import type { EbookCandidate, EbookQuery, EbookSource, IntegrationError, PluginInstance } from '@lectern/plugin-api';
import { createTestContext, type TestContext } from '@lectern/plugin-kit';
import { createArchive } from './archive.js';
import type { ArchiveSettings } from './settings.js';

export const KEY = 'planted-member-key';

export const never: AbortSignal = new AbortController().signal;

/** The books of the simulated archive. */
const FILES = [
  {
    title: 'Pride and Prejudice',
    author: 'Jane Austen',
    format: 'epub',
    year: 2003,
    bytes: makeEpub({ title: 'Pride and Prejudice', author: 'Jane Austen' }),
  },
  { title: 'Pride and Prejudice', author: 'Austen, Jane', format: 'pdf', bytes: Buffer.from('%PDF-1.4 demo') },
  { title: 'Stolz und Vorurteil', author: 'Jane Austen', format: 'epub', language: 'de', bytes: Buffer.from('another') },
] as const;

/** A simulated archive and a solver, with the plugin connected to them. */
export interface World {
  readonly archive: AnnasSimulator;
  readonly solver: FlareSolverrSimulator;
  readonly context: TestContext<ArchiveSettings>;
  readonly instance: PluginInstance;
  readonly source: EbookSource;
  /** The first epub. */
  readonly book: EbookCandidate;
}

const running: { close(): Promise<void> }[] = [];

/** Closes everything started since the last call. */
export async function closeWorlds(): Promise<void> {
  await Promise.all(running.splice(0).map((simulator) => simulator.close()));
}

/** Settings as the host passes them, with defaults filled in. */
export function settingsFor(baseUrls: readonly string[], over: Partial<ArchiveSettings> = {}): ArchiveSettings {
  return {
    baseUrls,
    confirmLawful: true,
    allowPlainHttp: true,
    memberKey: '',
    useSlowDownloads: true,
    maxWaitSeconds: 600,
    formats: ['epub', 'azw3', 'mobi', 'pdf'],
    languages: [],
    solverUrl: '',
    solverTimeoutSeconds: 60,
    ...over,
  };
}

export const QUERY: EbookQuery = {
  title: 'Pride and Prejudice',
  authors: ['Jane Austen'],
  language: 'en',
  formats: ['epub', 'azw3', 'mobi', 'pdf'],
  limit: 50,
};

/** Starts an archive and a plugin connected to it, without the plugin's pauses. */
export async function createWorld(
  over: Partial<ArchiveSettings> = {},
  options: Partial<AnnasSimulatorOptions> & {
    readonly timeoutMs?: number;
    readonly withSolver?: boolean;
    readonly mirrors?: readonly string[];
  } = {},
): Promise<World> {
  const archive = await startAnnasSimulator({ files: FILES, memberKey: KEY, ...options });
  const solver = await startFlareSolverrSimulator();
  running.push(archive, solver);
  const settings = settingsFor([...(options.mirrors ?? []), archive.url], {
    ...(options.withSolver ? { solverUrl: solver.url } : {}),
    ...over,
  });
  const context = createTestContext<ArchiveSettings>({ settings, timeoutMs: options.timeoutMs ?? 2000 });
  const instance = createArchive(context, 0);
  const md5 = archive.files[0]?.md5 ?? '';
  const book = { id: md5, title: 'Pride and Prejudice', authors: ['Jane Austen'], format: 'epub', private: { md5 } };
  return { archive, solver, context, instance, source: instance.provides.ebookSource as EbookSource, book };
}

/** The error that a call ends with. */
export async function faultOf(work: Promise<unknown>): Promise<IntegrationError> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!isIntegrationError(error)) throw new Error('expected an IntegrationError', { cause: error });
  return error;
}

/** Reads a recorded page from `__fixtures__`. */
export function recorded(name: string): string {
  return readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8');
}

/** Reads a recorded JSON answer from `__fixtures__`. */
export function recordedAnswer(name: string): { status: number; headers: Record<string, string>; body: object } {
  const { status, headers, body } = JSON.parse(recorded(name)) as { status: number; headers: Record<string, string>; body: object };
  return { status, headers, body };
}
