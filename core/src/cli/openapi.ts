import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';

/** Writes the OpenAPI document to a file, or prints it. It needs no server and leaves nothing behind. @returns the exit code */
export async function writeOpenApi(file: string | undefined): Promise<number> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lectern-openapi-'));
  const app = await buildApp(loadConfig({ LECTERN_DATA: dataDir, LECTERN_LOG_LEVEL: 'silent' }));
  try {
    const text = `${JSON.stringify(app.openApi(), null, 2)}\n`;
    if (file === undefined) process.stdout.write(text);
    else await writeFile(file, text);
  } finally {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  }
  return 0;
}
