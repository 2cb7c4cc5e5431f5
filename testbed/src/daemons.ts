import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { findDebianRoot } from './debian-root.js';
import { freePorts } from './ports.js';

const run = promisify(execFile);

/** The folder of the start scripts; the same distance from `src/` and from `dist/`. */
const SCRIPTS = fileURLToPath(new URL('../', import.meta.url));

/** Daemons that have a start script. */
export type DaemonName = 'transmission' | 'qbittorrent' | 'sabnzbd' | 'nzbget';

/** `installed` is the daemon of this machine, `newer` that of the Debian root of `testbed/debian-root.sh`. */
export type DaemonGeneration = 'installed' | 'newer';

/** The programs, by the names Debian gives them. NZBGet is the same in every Debian so far. */
const PROGRAMS: Readonly<Record<DaemonName, string>> = {
  transmission: 'transmission-daemon',
  qbittorrent: 'qbittorrent-nox',
  sabnzbd: 'sabnzbdplus',
  nzbget: 'nzbget',
};

export interface Daemon {
  readonly client: DaemonName;
  readonly pid: number;
  /** Base address, e.g. `http://127.0.0.1:40123`; no path. */
  readonly url: string;
  readonly port: number;
  readonly username: string;
  readonly password: string;
  /** The peer port of torrent clients; 0 elsewhere. */
  readonly peerPort: number;
  /** SABnzbd's; empty elsewhere. */
  readonly apiKey: string;
  /** SABnzbd's key that only adds; empty elsewhere. */
  readonly nzbKey: string;
  /** The category that a Usenet client was given; empty elsewhere. */
  readonly category: string;
  /** Its default download directory. */
  readonly downloads: string;
  readonly workDir: string;
  /** Ends the process and waits until it is gone. Calling it again does nothing. */
  stop(): Promise<void>;
  /** Ends the process at once, as a crash would. */
  kill(): Promise<void>;
  /** Returns the daemon's output so far. */
  log(): Promise<string>;
}

export interface StartDaemonOptions {
  /** Default: a free one. Give the old one to start a daemon again at the same address. */
  readonly port?: number;
  readonly peerPort?: number;
  /** Default `installed`; `newer` needs the part `newer-clients`. */
  readonly generation?: DaemonGeneration;
  /** Variables of the start script, see the testbed's README. */
  readonly env?: Readonly<Record<string, string>>;
}

type StartLine = Pick<Daemon, 'client' | 'pid' | 'url' | 'username' | 'password' | 'downloads'> &
  Partial<Pick<Daemon, 'peerPort' | 'apiKey' | 'nzbKey' | 'category'>>;

function commandOf(client: DaemonName, generation: DaemonGeneration): Readonly<Record<string, string>> {
  if (generation === 'installed') return {};
  const root = findDebianRoot();
  if (root === undefined) throw new Error('no Debian root with newer clients: set LECTERN_TEST_DEBIAN_ROOT, see testbed/README.md');
  return { [`${client.toUpperCase()}_CMD`]: `chroot ${root} ${PROGRAMS[client]}` };
}

/**
 * Starts a real daemon on loopback in `workDir`, which is made when it is missing, and waits until its API answers.
 * Starting again in the same folder keeps queue and history.
 */
export async function startDaemon(client: DaemonName, workDir: string, options: StartDaemonOptions = {}): Promise<Daemon> {
  const [freePort, freePeerPort] = await freePorts(2);
  const port = options.port ?? freePort ?? 0;
  const peerPort = String(options.peerPort ?? freePeerPort);
  const command = commandOf(client, options.generation ?? 'installed');
  const { stdout } = await run('bash', [join(SCRIPTS, `${client}.sh`), workDir, String(port)], {
    env: { ...process.env, TB_NODE: process.execPath, QBT_PEER_PORT: peerPort, TR_PEER_PORT: peerPort, ...command, ...options.env },
  });
  const line = JSON.parse(stdout) as StartLine;
  return {
    peerPort: 0,
    apiKey: '',
    nzbKey: '',
    category: '',
    ...line,
    port,
    workDir,
    async stop() {
      await run('bash', [join(SCRIPTS, 'stop.sh'), workDir]);
    },
    async kill() {
      await run('bash', [join(SCRIPTS, 'stop.sh'), workDir, '--kill']);
    },
    log: () => readFile(join(workDir, 'daemon.log'), 'utf8'),
  };
}
