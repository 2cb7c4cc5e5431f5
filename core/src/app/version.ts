import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CORE_DIR } from '../platform/config/core-dir.js';

/** The version of the server. */
export const { version } = JSON.parse(readFileSync(join(CORE_DIR, 'package.json'), 'utf8')) as { readonly version: string };
