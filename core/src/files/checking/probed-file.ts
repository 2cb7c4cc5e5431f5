import { constants } from 'node:fs';
import { access, open, stat } from 'node:fs/promises';

import { AudioProbeError } from './audio-probe.js';

/**
 * Whoever opens a pipe waits for somebody who writes into it, and a device may never end, so neither is ever opened.
 *
 * @param path absolute
 * @throws AudioProbeError `no_access`; `unreadable` for what is not a file
 */
export async function assertProbeable(path: string): Promise<void> {
  const found = await access(path, constants.R_OK)
    .then(() => stat(path))
    .catch((cause: unknown) => {
      throw new AudioProbeError('no_access', `“${path}” cannot be opened.`, path, { cause });
    });
  if (!found.isFile()) throw new AudioProbeError('unreadable', `“${path}” is not readable as audio: it is not a file.`, path);
}

const SAMPLE_BYTES = 4096;

/**
 * Tells a file that the system cannot read from one that is damaged: whoever fails to read audio from either says the same of both, and only
 * the second is to be replaced.
 *
 * @returns why it is not readable as audio
 */
export async function unreadable(path: string, detail: string, options?: { readonly cause: unknown }): Promise<AudioProbeError> {
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      const sample = Buffer.alloc(SAMPLE_BYTES);
      for (const at of [0, Math.floor(size / 2), Math.max(0, size - SAMPLE_BYTES)]) await file.read(sample, 0, SAMPLE_BYTES, at);
    } finally {
      await file.close();
    }
  } catch (cause) {
    return new AudioProbeError('no_access', `“${path}” cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`, path, {
      cause,
    });
  }
  return new AudioProbeError('unreadable', `“${path}” is not readable as audio: ${detail}`, path, options);
}
