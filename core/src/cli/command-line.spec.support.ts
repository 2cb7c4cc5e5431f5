import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { buildApp, type BuiltApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';
import { PROGRAM } from './program.js';

const run = promisify(execFile);

/** The exit code and the output of a command. */
export interface Outcome {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Runs the latest build of `lectern …` on a data directory, in a separate process. */
export async function lecternOn(dataDir: string, ...args: readonly string[]): Promise<Outcome> {
  const env = { ...process.env, LECTERN_DATA: dataDir, DATABASE_URL: '', LECTERN_PORT: '1' };
  try {
    const { stdout, stderr } = await run(process.execPath, [PROGRAM, ...args], { env });
    return { code: 0, out: stdout, err: stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, out: stdout, err: stderr };
  }
}

/** Works with the services of a data directory while no server runs there. */
export async function withAppOn<T>(dataDir: string, work: (services: BuiltApp['services']) => Promise<T>): Promise<T> {
  const app = await buildApp(loadConfig({ LECTERN_DATA: dataDir, LECTERN_LOG_LEVEL: 'silent' }), { passwordCost: 4 });
  try {
    return await work(app.services);
  } finally {
    await app.close();
  }
}
