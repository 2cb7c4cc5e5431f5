import { NEEDED_KINDS } from '../../api/provider-kinds.js';
import type { SetupStatus } from '../../api/types.js';

/** The needs of a request: a folder, and one integration of each of these kinds. */
export type SetupPart = 'library' | (typeof NEEDED_KINDS)[number];

/** The missing parts, in the order in which a request needs it. */
export function missingOf({ steps }: SetupStatus): SetupPart[] {
  const kinds = NEEDED_KINDS.filter((kind) => steps.integrations?.[kind] === 0);
  return steps.library ? kinds : ['library', ...kinds];
}
