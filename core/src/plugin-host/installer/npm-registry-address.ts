import { dirname, join } from 'node:path';
import { InstallError } from './install-error.js';
import { findNpmCli } from './npm-cli.js';
import { runBounded } from './run-bounded.js';
import { sentence } from '../../platform/words/index.js';

const DEADLINE_MS = 30_000;
/** A path at which no file can exist, because one of its folders is a file. */
const NO_CONFIG = join(process.execPath, 'npmrc');

/**
 * The registry that npm uses with this environment.
 *
 * @throws InstallError INSTALL_NPM_MISSING, INSTALL_NPM_FAILED
 */
export async function askNpm(env: NodeJS.ProcessEnv): Promise<string> {
  const cli = await findNpmCli();
  if (cli === undefined) throw new InstallError('INSTALL_NPM_MISSING', sentence('install.npm_missing'));
  // --global: npm then ignores the `.npmrc` of a project, which anybody who can write to a parent folder could plant
  const args = [cli, 'config', 'get', 'registry', '--global', '--loglevel=silent'];
  const { output } = await runBounded({ file: process.execPath, args, cwd: dirname(cli), env, timeoutMs: DEADLINE_MS });
  const address = output.trim();
  if (/^https?:\/\/\S+$/.test(address) && URL.canParse(address)) return address;
  throw new InstallError('INSTALL_NPM_FAILED', sentence('install.npm_registry'));
}

/** An environment that leaves npm with nothing but its own defaults. */
export function unconfigured(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const others = Object.entries(env).filter(([name]) => !/^npm_/i.test(name));
  return { ...Object.fromEntries(others), npm_config_userconfig: NO_CONFIG, npm_config_globalconfig: `${NO_CONFIG}.global` };
}

/** Calls `ask` once, and again only after a failure. */
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
 * The registry configured for npm on this machine, or else npm's own default.
 *
 * @throws InstallError INSTALL_NPM_MISSING, INSTALL_NPM_FAILED
 */
export const configuredRegistry = once(() => askNpm(process.env));

/**
 * npm's own default, ignoring the configuration. A mirror repeats the addresses of that registry, so lock files contain
 * them; npm asks the configured registry instead (`replace-registry-host`).
 *
 * @throws InstallError INSTALL_NPM_MISSING, INSTALL_NPM_FAILED
 */
export const presetRegistry = once(() => askNpm(unconfigured(process.env)));
