import type { EntitySchema } from 'typeorm';
import { PARTS } from './parts.js';

/** All entities, of all features. */
export const entities: readonly EntitySchema[] = PARTS.flatMap((part) => Object.values(part.entities ?? {}));
