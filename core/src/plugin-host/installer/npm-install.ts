import { rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { checkLockFile } from './dependency-sources.js';
import { InstallError } from './install-error.js';
import { findNpmCli } from './npm-cli.js';
import { copyPluginApi } from './plugin-api-copy.js';
import { runBounded } from './run-bounded.js';

export interface NpmOptions {
  /** Base address of the registry. @throws InstallError when none is known */
  readonly registryAddress: () => Promise<string>;
  readonly token?: string;
  /** Milliseconds each of npm's two runs may take. Default 5 minutes. */
  readonly timeoutMs?: number;
  /** Takes secrets and paths of this machine out of what npm says. */
  readonly redact: (text: string) => string;
  /** npm's own entry; looked for unless given. */
  readonly findCli?: () => Promise<string | undefined>;
}

const PASSED_ON =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|TMPDIR|TEMP|TMP|SYSTEMROOT|LANG|LC_ALL|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i;
const PACKAGE_FILE = 'package.tgz';
/** A name that no program has, so that what npm says tells that it wanted one. */
const NO_PROGRAM = 'lectern-runs-no-program';
/** What npm says when it wanted git, or met a kind of source that is forbidden. */
const WANTS_OUTSIDE = new RegExp(`${NO_PROGRAM}|EALLOW(?:GIT|FILE|DIRECTORY)|ENOGIT`);

/** The settings of an installation lie in its folder, so that a later `npm install` by hand in there obeys them too. */
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
 * What holds for npm and for every npm that it starts: the environment comes before any `.npmrc` of a package. npm 10
 * runs the `prepare` script of a git dependency even with `ignore-scripts`, hence a shell and a git that are not there.
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
 * Kinds of sources that npm 11 can be forbidden; for npm 10, which knows none of them, the lock file is checked. Not
 * `allow-remote`: npm takes the archive of a registry's package for an address when the package bundles others.
 */
const FORBIDDEN = { npm_config_allow_git: 'none', npm_config_allow_file: 'root', npm_config_allow_directory: 'none' };

/** npm's own words for what went wrong, without its log files and its advice. */
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
  if (result.outcome === 'aborted') throw new InstallError('INSTALL_CANCELLED', 'It was cancelled.');
  if (result.outcome === 'timeout') throw new InstallError('INSTALL_NPM_FAILED', 'npm did not come to an end.');
  if (result.code === 0) return;
  if (WANTS_OUTSIDE.test(result.output)) {
    const text = `Something that ${packageName} depends on needs a package from git, from an address or from a folder, not from the registry.`;
    throw new InstallError('INSTALL_DEPENDENCY_OUTSIDE', text);
  }
  const reason = options.redact(reasonOf(result.output).replaceAll(dir, '…'));
  throw new InstallError('INSTALL_NPM_FAILED', `npm could not install what ${packageName} needs: ${reason}.`);
}

/** Outside the folder that npm works in, for its owner alone, and gone afterwards. */
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
 * Lets npm put a package, which lies in `dir` as `package.tgz`, into `dir/node_modules` with what it depends on. What
 * that is, and where it lies, is worked out and checked first; only then is it fetched. Nothing of any package runs.
 *
 * @throws InstallError INSTALL_NPM_MISSING, INSTALL_DEPENDENCY_OUTSIDE, INSTALL_NPM_FAILED, INSTALL_CANCELLED
 */
export async function npmInstall(dir: string, packageName: string, options: NpmOptions, signal?: AbortSignal): Promise<void> {
  const cli = await (options.findCli ?? findNpmCli)();
  if (cli === undefined) throw new InstallError('INSTALL_NPM_MISSING', 'npm was found neither beside Node.js nor on PATH.');
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
    // a package may bring a lock file of its own, which npm reads only now
    await checkLockFile(join(dir, 'node_modules', '.package-lock.json'), packageName, registryUrl, own);
  });
}
