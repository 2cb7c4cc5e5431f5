import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InstallError } from './install-error.js';
import { findNpmCli } from './npm-cli.js';
import { copyPluginApi } from './plugin-api-copy.js';
import { runBounded } from './run-bounded.js';

export interface NpmOptions {
  readonly registryUrl: string;
  readonly token?: string;
  /** Milliseconds. Default 5 minutes. */
  readonly timeoutMs?: number;
  /** Takes secrets and paths of this machine out of what npm says. */
  readonly redact: (text: string) => string;
  /** npm's own entry; looked for unless given. */
  readonly findCli?: () => Promise<string | undefined>;
}

const TOKEN_VARIABLE = 'LECTERN_INSTALL_TOKEN';
const PASSED_ON =
  /^(?:PATH|HOME|USERPROFILE|APPDATA|TMPDIR|TEMP|TMP|SYSTEMROOT|LANG|LC_ALL|SSL_CERT_FILE|SSL_CERT_DIR|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy)$/i;

/**
 * The settings of an installation lie in its folder, not in flags, so that a later `npm install` by hand in there obeys
 * them too. The token is not among them: npm reads it from its environment.
 */
function npmrc(registryUrl: string, hasToken: boolean): string {
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
    ...(hasToken ? [`${registryUrl.replace(/^https?:/, '')}:_authToken=\${${TOKEN_VARIABLE}}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

/** npm's own words for what went wrong, without its log files and its advice. */
function reasonOf(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => /^npm (?:error|ERR!) ?(.*)$/.exec(line.trim())?.[1]?.trim() ?? '')
    .filter((line) => line !== '' && !/^(?:code |A complete log|errno |syscall |Log files|This is |Note that you can)/.test(line));
  return [...new Set(lines)].slice(0, 3).join(' ').slice(0, 500) || 'it gave no reason';
}

/**
 * Lets npm put a package, which lies in `dir` as `package.tgz`, into `dir/node_modules` with what it depends on. No
 * script of any package runs.
 *
 * @throws InstallError INSTALL_NPM_MISSING, INSTALL_NPM_FAILED, INSTALL_CANCELLED
 */
export async function npmInstall(dir: string, packageName: string, options: NpmOptions, signal?: AbortSignal): Promise<void> {
  const cli = await (options.findCli ?? findNpmCli)();
  if (cli === undefined) throw new InstallError('INSTALL_NPM_MISSING', 'npm was found neither beside Node.js nor on PATH.');
  const api = await copyPluginApi(dir);
  const dependencies = { ...(api === undefined ? {} : { '@lectern/plugin-api': `file:./${api}` }), [packageName]: 'file:./package.tgz' };
  await writeFile(join(dir, 'package.json'), JSON.stringify({ name: 'lectern-plugin-install', private: true, dependencies }, null, 2));
  await writeFile(join(dir, '.npmrc'), npmrc(options.registryUrl, options.token !== undefined));
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => PASSED_ON.test(name)));
  const cache = join(dir, '.npm-cache');
  const result = await runBounded({
    file: process.execPath,
    args: [cli, 'install', '--loglevel=error', `--cache=${cache}`, '--logs-max=0', '--fetch-retries=1', '--fetch-timeout=60000'],
    cwd: dir,
    env: { ...env, ...(options.token === undefined ? {} : { [TOKEN_VARIABLE]: options.token }) },
    timeoutMs: options.timeoutMs ?? 300_000,
    signal,
  });
  if (result.outcome === 'aborted') throw new InstallError('INSTALL_CANCELLED', 'It was cancelled.');
  if (result.outcome === 'timeout') throw new InstallError('INSTALL_NPM_FAILED', 'npm did not come to an end.');
  if (result.code === 0) return;
  const reason = options.redact(reasonOf(result.output).replaceAll(dir, '…'));
  throw new InstallError('INSTALL_NPM_FAILED', `npm could not install what ${packageName} needs: ${reason}.`);
}
