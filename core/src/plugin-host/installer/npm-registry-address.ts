import { dirname, join } from 'node:path';
import { InstallError } from './install-error.js';
import { findNpmCli } from './npm-cli.js';
import { runBounded } from './run-bounded.js';

const DEADLINE_MS = 30_000;
/** A path where nobody can put a file, because it leads through one. */
const NO_CONFIG = join(process.execPath, 'npmrc');

/**
 * The registry that npm uses in an environment.
 *
 * @throws InstallError INSTALL_NPM_MISSING, INSTALL_NPM_FAILED
 */
export async function askNpm(env: NodeJS.ProcessEnv): Promise<string> {
  const cli = await findNpmCli();
  if (cli === undefined) throw new InstallError('INSTALL_NPM_MISSING', 'npm was found neither beside Node.js nor on PATH.');
  // --global: npm reads no `.npmrc` of a project, which whoever may write to a folder above could put there
  const args = [cli, 'config', 'get', 'registry', '--global', '--loglevel=silent'];
  const { output } = await runBounded({ file: process.execPath, args, cwd: dirname(cli), env, timeoutMs: DEADLINE_MS });
  const address = output.trim();
  if (/^https?:\/\/\S+$/.test(address) && URL.canParse(address)) return address;
  throw new InstallError('INSTALL_NPM_FAILED', 'npm does not say which registry it uses. Set LECTERN_PLUGIN_REGISTRY.');
}

/** An environment in which npm has nothing but its own defaults. */
export function unconfigured(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !/^npm_/i.test(name));
  return { ...Object.fromEntries(others), npm_config_userconfig: NO_CONFIG, npm_config_globalconfig: `${NO_CONFIG}.global` };
}

/** Asks once, and again only after a failure. */
function once(ask: () => Promise<string>): () => Promise<string> {
  let asked: Promise<string> | undefined;
  return () => {
    asked ??= ask().catch((error: unknown) => {
      asked = undefined;
      throw error;
    });
    return asked;
  };
}

/**
 * The registry that npm on this machine is configured to use, or else npm's own default.
 *
 * @throws InstallError INSTALL_NPM_MISSING, INSTALL_NPM_FAILED
 */
export const configuredRegistry = once(() => askNpm(process.env));

/**
 * npm's own default, whatever is configured. A mirror passes on what that one says, so that lock files name its
 * addresses; npm asks the configured registry for them instead (`replace-registry-host`).
 *
 * @throws InstallError INSTALL_NPM_MISSING, INSTALL_NPM_FAILED
 */
export const presetRegistry = once(() => askNpm(unconfigured(process.env)));
