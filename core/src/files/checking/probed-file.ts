import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';

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
