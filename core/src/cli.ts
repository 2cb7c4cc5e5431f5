#!/usr/bin/env node
import { parseArgs } from 'node:util';

const USAGE = `Usage: lectern <command>

  serve             start the server (the default)
  migrate           bring the database up to date and stop
  openapi [file]    write the OpenAPI document
  version           print the version

The environment is described in docs/admin/configuration.md.`;

async function main(): Promise<number> {
  const { positionals } = parseArgs({ allowPositionals: true, strict: false });
  const [command = 'serve', ...rest] = positionals;
  switch (command) {
    case 'serve':
      return (await import('./cli/serve.js')).serve(process.env);
    case 'migrate':
      return (await import('./cli/migrate.js')).migrate(process.env);
    case 'openapi':
      return (await import('./cli/openapi.js')).writeOpenApi(rest[0]);
    case 'version':
      console.log((await import('./app/version.js')).version);
      return 0;
    default:
      console.error(USAGE);
      return 2;
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof Error && error.name === 'ConfigError' ? error.message : error);
  process.exitCode = 1;
}
