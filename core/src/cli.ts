#!/usr/bin/env node
import { parseArgs } from 'node:util';

const USAGE = `Usage: lectern <command>

  serve             start the server (the default); --safe-mode runs no plugin
  migrate           bring the database up to date and stop (the server must be down)
  openapi [file]    write the OpenAPI document
  backup [file]     write a backup; the server may be running (--with-key)
  restore <file>    replace the database with a backup; the server must be down (--replace, --continue)
  recover           set a new password for an admin (--user <name>, --admin, --revoke-tokens), or list and disable ways to sign in
                    (--list-sign-in, --disable-sign-in <name or id>); the server may be running
  secrets rotate    seal stored secrets with a new key; the server must be down (--sessions: sign-ins too)
  plugins …         list, install, update, remove plugins; see lectern plugins help
  support [file]    write a support bundle, without secrets; the server may be running
  version           print the version
  help              print this help

The environment is described in docs/admin/configuration.md.`;

/** Errors whose message says it all. */
const EXPECTED = new Set(['ConfigError', 'DataDirLockedError', 'DamagedDatabaseError', 'DatabaseUnavailableError']);

/** Turns flags into the environment variables that they stand for. */
function withFlags(env: NodeJS.ProcessEnv, values: Readonly<Record<string, unknown>>): NodeJS.ProcessEnv {
  return values['safe-mode'] === true ? { ...env, LECTERN_SAFE_MODE: 'true' } : env;
}

async function main(): Promise<number> {
  const { positionals, values } = parseArgs({ allowPositionals: true, strict: false });
  const [command = values['help'] === true ? 'help' : 'serve', ...rest] = positionals;
  switch (command) {
    case 'help':
      console.log(USAGE);
      return 0;
    case 'serve':
      if (Object.keys(values).some((name) => name !== 'safe-mode')) break;
      return (await import('./cli/serve.js')).serve(withFlags(process.env, values));
    case 'migrate':
      return (await import('./cli/migrate.js')).migrate(process.env);
    case 'openapi':
      return (await import('./cli/openapi.js')).writeOpenApi(rest[0]);
    case 'backup':
      return (await import('./cli/backup.js')).backup(process.env, process.argv.slice(3));
    case 'restore':
      return (await import('./cli/restore.js')).restore(process.env, process.argv.slice(3));
    case 'recover':
      return (await import('./cli/recover.js')).recover(process.env, process.argv.slice(3));
    case 'secrets':
      if (rest[0] !== 'rotate') break;
      return (await import('./cli/secrets.js')).rotateSecrets(process.env, process.argv.slice(4));
    case 'plugins':
      return (await import('./cli/plugins.js')).plugins(process.env, process.argv.slice(3));
    case 'support':
      return (await import('./cli/support.js')).support(process.env, process.argv.slice(3));
    case 'version':
      console.log((await import('./app/version.js')).version);
      return 0;
  }
  console.error(USAGE);
  return 2;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error && EXPECTED.has(error.name) ? error.message : error);
  process.exitCode = 1;
}
