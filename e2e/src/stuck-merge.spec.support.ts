import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findPart } from '@lectern/testbed';

/** Writes a program `ffmpeg` into a folder that never ends a merge. What only listens to files is done by the real one. */
export async function writeStuckFfmpeg(folder: string): Promise<void> {
  const real = findPart('ffmpeg') ?? 'ffmpeg';
  const script = `#!/bin/sh\ncase "$*" in *framecrc*) exec '${real}' "$@" ;; esac\nexec sleep 1000\n`;
  await writeFile(join(folder, 'ffmpeg'), script, { mode: 0o755 });
}
