#!/usr/bin/env node
import { runCommandLine } from './cli/command-line.js';

/** Errors whose message says it all. */
const EXPECTED = new Set(['ConfigError', 'DataDirLockedError', 'DamagedDatabaseError', 'DatabaseUnavailableError', 'KeyFileError']);

try {
  process.exitCode = await runCommandLine(process.env, process.argv.slice(2));
} catch (error) {
  console.error(error instanceof Error && EXPECTED.has(error.name) ? error.message : error);
  process.exitCode = 1;
}
