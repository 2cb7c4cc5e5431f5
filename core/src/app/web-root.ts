import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CORE_DIR } from '../platform/config/core-dir.js';

/** The built web UI, which is a separate package: beside core in the repository, wherever npm put it in an installation. */
export const WEB_ROOT = join(dirname(createRequire(join(CORE_DIR, 'package.json')).resolve('@lectern/web/package.json')), 'dist');
