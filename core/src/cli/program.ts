import { join } from 'node:path';
import { CORE_DIR } from '../platform/config/core-dir.js';

/** The file that Node.js runs for `lectern …`. It exists only after a build. */
export const PROGRAM = join(CORE_DIR, 'bin/lectern.js');
