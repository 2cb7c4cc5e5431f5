import type { Feature } from '../platform/composition/feature.js';
import type { Cradle } from './cradle.js';
import * as features from './features.js';

/** A feature as the composition root sees it: something that works with all services. */
export type Part = Omit<Feature<Cradle, Record<never, never>>, 'wraps'> & { readonly wraps?: object };

/** All features. This does not compile when one of them needs a service that none provides. */
export const PARTS: readonly Part[] = Object.values<Part>(features);
