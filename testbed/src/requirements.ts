import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findDebianRoot, findPlainDebianRoot } from './debian-root.js';

/** Real parts a spec may need that are not npm packages. */
export type RealPart =
  | 'transmission'
  | 'qbittorrent'
  | 'sabnzbd'
  | 'nzbget'
  | 'par2'
  | '7z'
  | 'newer-clients'
  | 'debian-root'
  | 'postgres'
  | 'ffmpeg'
  | 'tag-readers'
  | 'chromium'
  | 'nginx'
  | 'faketime'
  | 'audiobookshelf';

interface PartProbe {
  /** The name of the package to install, as people read it. */
  readonly name: string;
  /** Returns its path or address, or `undefined`. */
  find(): string | undefined;
  /** Whether its suites must run. Default: where all parts are required. */
  isRequired?(): boolean;
}

/** The state of one part in this process. */
export interface PartReport {
  readonly part: RealPart;
  readonly name: string;
  /** A path or an address; absent when the part is not there. */
  readonly found?: string;
  /** Titles of suites that ran with it. */
  readonly usedBy: readonly string[];
  /** Titles of suites that were skipped because it is missing. */
  readonly skipped: readonly string[];
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function findCommand(...names: readonly string[]): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return names.flatMap((name) => (name.includes('/') ? [name] : folders.map((folder) => join(folder, name)))).find(isExecutable);
}

/** A daemon, or the first word of the command that replaces it (`TRANSMISSION_CMD` and the like). */
function findDaemon(variable: string, name: string): string | undefined {
  return findCommand((process.env[variable] ?? name).split(' ')[0] ?? name);
}

/**
 * `CHROMIUM_PATH`, or Chromium by its usual names, or one that playwright downloaded. The shell comes first: it is the same engine without
 * a desktop browser around it, and takes a quarter of the processor time.
 */
function findChromium(): string | undefined {
  const named = findCommand(
    ...(process.env.CHROMIUM_PATH ? [process.env.CHROMIUM_PATH] : []),
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
  );
  if (named) return named;
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(process.env.HOME ?? '', '.cache', 'ms-playwright');
  try {
    return readdirSync(folder)
      .map((entry) => join(folder, entry, 'chrome-linux', 'chrome'))
      .find(isExecutable);
  } catch {
    return undefined;
  }
}

/** The library that gives one process a clock of its own. It is loaded by path, and its folder is named for the kind of processor. */
function findFaketime(): string | undefined {
  try {
    return readdirSync('/usr/lib')
      .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
      .find((path) => existsSync(path));
  } catch {
    return undefined;
  }
}

/** Address of the PostgreSQL server that tests may make databases in. */
export function testDatabaseUrl(): string {
  return process.env.LECTERN_TEST_POSTGRES ?? 'postgres://postgres@127.0.0.1:5432/postgres';
}

const KNOCK = `
  const socket = require('node:net').connect({ host: process.argv[1], port: Number(process.argv[2]) });
  socket.setTimeout(1500, () => process.exit(1));
  socket.once('error', () => process.exit(1));
  socket.once('connect', () => process.exit(0));
`;

/** Suites are declared synchronously, so one check of the port needs a separate process. */
function findPostgres(): string | undefined {
  const url = new URL(testDatabaseUrl());
  const port = url.port || '5432';
  const knock = spawnSync(process.execPath, ['-e', KNOCK, url.hostname, port], { stdio: 'ignore' });
  return knock.status === 0 ? `${url.hostname}:${port}` : undefined;
}

const PROBES: Readonly<Record<RealPart, PartProbe>> = {
  transmission: { name: 'transmission-daemon', find: () => findDaemon('TRANSMISSION_CMD', 'transmission-daemon') },
  qbittorrent: { name: 'qbittorrent-nox', find: () => findDaemon('QBITTORRENT_CMD', 'qbittorrent-nox') },
  sabnzbd: { name: 'sabnzbdplus', find: () => findDaemon('SABNZBD_CMD', 'sabnzbdplus') },
  nzbget: { name: 'nzbget', find: () => findDaemon('NZBGET_CMD', 'nzbget') },
  par2: { name: 'par2', find: () => findCommand('par2') },
  '7z': { name: '7z (p7zip-full)', find: () => findCommand(process.env.SEVENZIP ?? '7z') },
  'newer-clients': { name: 'a Debian root with newer clients (LECTERN_TEST_DEBIAN_ROOT)', find: findDebianRoot },
  'debian-root': { name: 'a Debian root (LECTERN_TEST_DEBIAN_ROOT)', find: findPlainDebianRoot },
  postgres: { name: 'PostgreSQL', find: findPostgres },
  ffmpeg: {
    name: 'ffmpeg with ffprobe',
    find: () => (findCommand('ffprobe') ? findCommand('ffmpeg') : undefined),
  },
  'tag-readers': {
    name: 'AtomicParsley and eyeD3 (atomicparsley, eyed3)',
    find: () => (findCommand('eyeD3') ? findCommand('AtomicParsley') : undefined),
  },
  chromium: { name: 'Chromium', find: findChromium },
  // Debian keeps it where only administrators have their programs
  nginx: { name: 'nginx', find: () => findCommand('nginx', '/usr/sbin/nginx') },
  faketime: { name: 'libfaketime (faketime)', find: findFaketime },
  audiobookshelf: {
    name: 'a start script of Audiobookshelf (LECTERN_TEST_AUDIOBOOKSHELF)',
    find: () => [startScriptOfAudiobookshelf()].find((script) => script !== '' && isExecutable(script)),
    // nobody can install it from Debian, so only who names one asks for its suites
    isRequired: () => startScriptOfAudiobookshelf() !== '',
  },
};

function startScriptOfAudiobookshelf(): string {
  return process.env.LECTERN_TEST_AUDIOBOOKSHELF ?? '';
}

interface PartState {
  readonly found: string | undefined;
  readonly usedBy: Set<string>;
  readonly skipped: Set<string>;
}

const states = new Map<RealPart, PartState>();

function stateOf(part: RealPart): PartState {
  const known = states.get(part);
  if (known) return known;
  const fresh = { found: PROBES[part].find(), usedBy: new Set<string>(), skipped: new Set<string>() };
  states.set(part, fresh);
  return fresh;
}

/** Path of a program, or address of a server; `undefined` when the part is not there. Looked up once a process. */
export function findPart(part: RealPart): string | undefined {
  return stateOf(part).found;
}

/** True when nothing may be skipped: `LECTERN_TEST_REQUIRE_ALL=1`. */
export function areAllPartsRequired(): boolean {
  return process.env.LECTERN_TEST_REQUIRE_ALL === '1';
}

function isRequired(part: RealPart): boolean {
  return PROBES[part].isRequired?.() ?? areAllPartsRequired();
}

/** Parts that may not be missing here and are. */
export function missingRequiredParts(): readonly RealPart[] {
  return REAL_PARTS.filter((part) => findPart(part) === undefined && isRequired(part));
}

/**
 * Declares a suite that needs real parts. Where one is missing the suite is skipped and its title says which; under
 * `LECTERN_TEST_REQUIRE_ALL=1` it fails instead. Audiobookshelf is required exactly where its start script is named.
 *
 * @example
 * ```ts
 * requireOrSkip('transmission')('downloads with the real Transmission', function () {
 *   this.timeout(60_000);
 *   it('…', async () => {});
 * });
 * ```
 */
export function requireOrSkip(...parts: readonly RealPart[]): (title: string, body: (this: Mocha.Suite) => void) => Mocha.Suite | void {
  return (title, body) => {
    const missing = parts.filter((part) => findPart(part) === undefined);
    if (missing.length === 0) {
      return describe(title, function () {
        before(() => parts.forEach((part) => stateOf(part).usedBy.add(title)));
        body.call(this);
      });
    }
    missing.forEach((part) => stateOf(part).skipped.add(title));
    const names = missing.map((part) => PROBES[part].name).join(', ');
    if (!missing.some(isRequired)) return describe.skip(`${title} [skipped: ${names} not found]`, body);
    return describe(title, () => {
      it(`finds ${names}`, () => {
        throw new Error(`${names} not found, and this run may not skip what needs it`);
      });
    });
  };
}

/** Every part there is, in a fixed order. */
export const REAL_PARTS = Object.keys(PROBES) as readonly RealPart[];

/** All parts asked for so far, in a fixed order. */
export function partReports(): readonly PartReport[] {
  return REAL_PARTS.filter((part) => states.has(part)).map((part) => {
    const { found, usedBy, skipped } = stateOf(part);
    return { part, name: PROBES[part].name, ...(found ? { found } : {}), usedBy: [...usedBy], skipped: [...skipped] };
  });
}

/** Merges the reports of several processes. */
export function mergeReports(reports: readonly PartReport[]): readonly PartReport[] {
  return REAL_PARTS.flatMap((part) => {
    const [first, ...rest] = reports.filter((report) => report.part === part);
    if (!first) return [];
    const all = [first, ...rest];
    const titles = (of: 'usedBy' | 'skipped'): readonly string[] => [...new Set(all.flatMap((report) => report[of]))];
    return [{ ...first, usedBy: titles('usedBy'), skipped: titles('skipped') }];
  });
}

/** The summary to print after a run, one line a part; empty when no suite needed any. */
export function describeParts(reports: readonly PartReport[] = partReports()): string {
  const lines = reports.map(({ name, found, usedBy, skipped }) => {
    if (!found) return `  ${name}: not found, skipped ${skipped.length === 0 ? 'nothing' : skipped.join('; ')}`;
    return `  ${name}: found (${found}), ${usedBy.length === 0 ? 'not used' : `used by ${usedBy.length} suite(s)`}`;
  });
  return lines.length === 0 ? '' : ['Real parts:', ...lines].join('\n');
}
