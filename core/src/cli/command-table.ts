import type { Typed } from './typed.js';

export interface CommandOption {
  readonly type: 'boolean' | 'string';
  /** What its value is called, for one of the type `string`. */
  readonly value?: string;
  readonly help: string;
}

/** A command of `lectern`. This row decides how it is read, what its help says, and what the documents list. */
export interface Command {
  /** Its words after the name, such as `<file>` or `[file]`. */
  readonly words?: readonly string[];
  readonly help: string;
  readonly options?: Readonly<Record<string, CommandOption>>;
  /** @returns the exit code */
  run(env: NodeJS.ProcessEnv, typed: Typed): Promise<number>;
}

const flag = (help: string): CommandOption => ({ type: 'boolean', help });
const STOPPED = flag('no server on another machine or in another container runs');
const INCOMPATIBLE = { 'allow-incompatible': flag('even if it is made for another plugin API') };

/** Turns flags into the environment variables that they stand for. */
function withFlags(env: NodeJS.ProcessEnv, { values }: Typed): NodeJS.ProcessEnv {
  return values['safe-mode'] === true ? { ...env, LECTERN_SAFE_MODE: 'true' } : env;
}

const plugins =
  (name: string): Command['run'] =>
  async (env, typed) =>
    (await import('./plugins.js')).plugins(env, name, typed);

/** All commands, by name. Those of a group have a name of two words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  serve: {
    help: 'start the server (the default)',
    options: { 'safe-mode': flag('run no plugin') },
    run: async (env, typed) => (await import('./serve.js')).serve(withFlags(env, typed)),
  },
  migrate: {
    help: 'bring the database up to date and stop; a server on SQLite must be down',
    options: { 'dry-run': flag('list what would run, and change nothing') },
    run: async (env, { values }) => (await import('./migrate.js')).migrate(env, { isDryRun: values['dry-run'] === true }),
  },
  openapi: {
    words: ['[file]'],
    help: 'write the OpenAPI document, or print it',
    run: async (_env, { words }) => (await import('./openapi.js')).writeOpenApi(words[0]),
  },
  backup: {
    words: ['[file.tar.gz]'],
    help: 'write a backup; the server may be running',
    options: { 'with-key': flag('include the key file, which opens every stored secret') },
    run: async (env, typed) => (await import('./backup.js')).backup(env, typed),
  },
  restore: {
    words: ['<file.tar.gz>'],
    help: 'replace the database with a backup; the server must be down',
    options: {
      replace: flag('put it in the place of a database that has accounts'),
      continue: flag('the server has not run since the backup was made: everything goes on where it was'),
      'revoke-tokens': flag('end all API tokens, also those that were valid when the backup was made'),
      stopped: STOPPED,
    },
    run: async (env, typed) => (await import('./restore.js')).restore(env, typed),
  },
  recover: {
    help: 'set a new password for an admin, or list and disable ways to sign in; the server may be running',
    options: {
      user: { type: 'string', value: '<name>', help: 'whose password; needed where there are several admins' },
      admin: flag('make that user an admin'),
      'revoke-tokens': flag('also revoke their API tokens'),
      'list-sign-in': flag('list the ways to sign in instead'),
      'disable-sign-in': { type: 'string', value: '<name or id>', help: 'disable a way to sign in instead' },
    },
    run: async (env, typed) => (await import('./recover.js')).recover(env, typed),
  },
  'secrets rotate': {
    help: 'seal stored secrets with a new key; the server must be down',
    options: { sessions: flag('make a new key for sign-ins too'), stopped: STOPPED },
    run: async (env, typed) => (await import('./secrets.js')).rotateSecrets(env, typed),
  },
  'plugins list': {
    help: 'list the plugins and their state',
    options: { json: flag('as JSON') },
    run: plugins('list'),
  },
  'plugins install': {
    words: ['<name[@version or range] or file.tgz>'],
    help: 'install a plugin from the registry, or from a file',
    options: INCOMPATIBLE,
    run: plugins('install'),
  },
  'plugins update': {
    words: ['<id>', '[version]'],
    help: 'change to this version, or to the newest one made for this server',
    options: INCOMPATIBLE,
    run: plugins('update'),
  },
  'plugins rollback': { words: ['<id>'], help: 'go back to the previous version', run: plugins('rollback') },
  'plugins remove': {
    words: ['<id>'],
    help: 'remove the plugin and its code; its integrations stay',
    options: { 'with-settings': flag('remove its integrations too'), force: flag('even if a server seems to be running') },
    run: plugins('remove'),
  },
  'plugins enable': { words: ['<id>'], help: 'enable a plugin', run: plugins('enable') },
  'plugins disable': { words: ['<id>'], help: 'disable a plugin', run: plugins('disable') },
  'plugins release': { words: ['<id>'], help: 'let a plugin in quarantine start again', run: plugins('release') },
  support: {
    words: ['[file.json]'],
    help: 'write a support bundle, without secrets; the server may be running',
    run: async (env, typed) => (await import('./support.js')).support(env, typed),
  },
  version: {
    help: 'print the version',
    async run() {
      console.log((await import('../app/version.js')).version);
      return 0;
    },
  },
};
