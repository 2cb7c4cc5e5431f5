import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkLockFile } from './dependency-sources.js';
import { InstallError } from './install-error.js';
import { findNpmCli } from './npm-cli.js';
import { copyPluginApi } from './plugin-api-copy.js';
import { runBounded } from './run-bounded.js';
import { sentence } from '../../platform/words/index.js';

export interface NpmOptions {
  /** Base address of the registry. @throws InstallError when none is known */
  readonly registryAddress: () => Promise<string>;
  readonly token?: string;
  /** Time limit in milliseconds for each of npm's two runs. Default 5 minutes. */
  readonly timeoutMs?: number;
  /** Removes secrets and local paths from npm's output. */
  readonly redact: (text: string) => string;
  /** npm's own entry; looked for unless given. */
  readonly findCli?: () => Promise<string | undefined>;
}

const PASSED_ON =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|TMPDIR|TEMP|TMP|SYSTEMROOT|LANG|LC_ALL|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i;
const PACKAGE_FILE = 'package.tgz';
/** A name that no program has. If npm mentions it, npm tried to run one. */
const NO_PROGRAM = 'lectern-runs-no-program';
/** Matches npm's output if npm wanted git, or met a forbidden kind of source. */
const WANTS_OUTSIDE = new RegExp(`${NO_PROGRAM}|EALLOW(?:GIT|FILE|DIRECTORY)|ENOGIT`);

/** The settings are written into the installation's folder, so that a manual `npm install` there obeys them, too. */
function npmrc(registryUrl: string): string {
  const lines = [
    'ignore-scripts=true',
    'legacy-peer-deps=true',
    'omit[]=dev',
    'install-links=true',
    'bin-links=false',
    'audit=false',
    'fund=false',
    'update-notifier=false',
    `registry=${registryUrl}`,
  ];
  return `${lines.join('\n')}\n`;
}

/**
 * Settings for npm and for every npm that it starts: the environment overrides any `.npmrc` of a package. npm 10 runs
 * the `prepare` script of a git dependency despite `ignore-scripts`, so shell and git are set to programs that do not
 * exist.
 */
function unbending(userConfig: string): Record<string, string> {
  return {
    npm_config_userconfig: userConfig,
    npm_config_globalconfig: `${userConfig}.global`,
    npm_config_ignore_scripts: 'true',
    npm_config_git: NO_PROGRAM,
    npm_config_script_shell: NO_PROGRAM,
    npm_config_replace_registry_host: 'npmjs',
    npm_config_offline: 'false',
  };
}

/**
 * Kinds of sources that npm 11 can forbid. npm 10 knows none of these settings, so the lock file is checked as well.
 * `allow-remote` is left out: with it, npm refuses the registry's own archive of a package that bundles others.
 */
const FORBIDDEN = { npm_config_allow_git: 'none', npm_config_allow_file: 'root', npm_config_allow_directory: 'none' };

/** npm's own explanation of a failure, without its log files and its advice. */
function reasonOf(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => /^npm (?:error|ERR!) ?(.*)$/.exec(line.trim())?.[1]?.trim() ?? '')
    .filter((line) => line !== '' && !/^(?:code |A complete log|errno |syscall |Log files|This is |Note that you can)/.test(line));
  return [...new Set(lines)].slice(0, 3).join(' ').slice(0, 500) || 'it gave no reason';
}

interface NpmRun {
  readonly cli: string;
  readonly dir: string;
  readonly userConfig: string;
  readonly packageName: string;
  readonly options: NpmOptions;
  readonly signal?: AbortSignal;
}

async function runNpm(run: NpmRun, args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<void> {
  const { cli, dir, options, packageName, signal, userConfig } = run;
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
  const cache = join(dir, '.npm-cache');
  const result = await runBounded({
    file: process.execPath,
    args: [
      cli,
      ...args,
      '--ignore-scripts',
      '--loglevel=error',
      `--cache=${cache}`,
      '--logs-max=0',
      '--fetch-retries=1',
      '--fetch-timeout=60000',
    ],
    cwd: dir,
    env: { ...env, ...unbending(userConfig), ...more },
    timeoutMs: options.timeoutMs ?? 300_000,
    signal,
  });
  if (result.outcome === 'aborted') throw new InstallError('INSTALL_CANCELLED', sentence('install.cancelled'));
  if (result.outcome === 'timeout') throw new InstallError('INSTALL_NPM_FAILED', sentence('install.npm_no_end'));
  if (result.code === 0) return;
  if (WANTS_OUTSIDE.test(result.output)) {
    const text = sentence('install.dependency_of_dependency', { plugin: packageName });
    throw new InstallError('INSTALL_DEPENDENCY_OUTSIDE', text);
  }
  const reason = options.redact(reasonOf(result.output).replaceAll(dir, '…'));
  throw new InstallError('INSTALL_NPM_FAILED', sentence('install.npm_failed', { plugin: packageName, fault: reason }));
}

/** Writes the configuration outside npm's working folder, readable by its owner only, and deletes it afterwards. */
async function withUserConfig(
  dir: string,
  registryUrl: string,
  token: string | undefined,
  work: (path: string) => Promise<void>,
): Promise<void> {
  const path = join(dirname(dir), `${basename(dir)}.npmrc`);
  const lines = token === undefined ? [] : [`${registryUrl.replace(/^https?:/, '')}:_authToken=${JSON.stringify(token)}`];
  try {
    await writeFile(path, `${lines.join('\n')}\n`, { mode: 0o600, flag: 'wx' });
    await work(path);
  } finally {
    await rm(path, { force: true });
  }
}

/**
 * Makes npm install the package at `dir/package.tgz` into `dir/node_modules`, with its dependencies. npm first works
 * out what they are and where they come from; only after a check of that are they fetched. No code of any package runs.
 *
 * @throws InstallError INSTALL_NPM_MISSING, INSTALL_DEPENDENCY_OUTSIDE, INSTALL_NPM_FAILED, INSTALL_CANCELLED
 */
export async function npmInstall(dir: string, packageName: string, options: NpmOptions, signal?: AbortSignal): Promise<void> {
  const cli = await (options.findCli ?? findNpmCli)();
  if (cli === undefined) throw new InstallError('INSTALL_NPM_MISSING', sentence('install.npm_missing'));
  const registryUrl = await options.registryAddress();
  const api = await copyPluginApi(dir);
  const dependencies = {
    ...(api === undefined ? {} : { '@lectern/plugin-api': `file:./${api}` }),
    [packageName]: `file:./${PACKAGE_FILE}`,
  };
  await writeFile(join(dir, 'package.json'), JSON.stringify({ name: 'lectern-plugin-install', private: true, dependencies }, null, 2));
  await writeFile(join(dir, '.npmrc'), npmrc(registryUrl));
  const own = {
    [`node_modules/${packageName}`]: `file:${PACKAGE_FILE}`,
    ...(api === undefined ? {} : { 'node_modules/@lectern/plugin-api': `file:${api}` }),
  };
  await withUserConfig(dir, registryUrl, options.token, async (userConfig) => {
    const run = { cli, dir, userConfig, packageName, options, signal };
    await runNpm(run, ['install', '--package-lock-only'], FORBIDDEN);
    await checkLockFile(join(dir, 'package-lock.json'), packageName, registryUrl, own);
    await runNpm(run, ['ci']);
    // a package may contain its own lock file, which npm reads only now
    await checkLockFile(join(dir, 'node_modules', '.package-lock.json'), packageName, registryUrl, own);
  });
}
