import type { RequestAction } from '../../../api/types.js';
import type { BulkMessage } from './use-bulk.js';

/** The actions that can be taken on many requests at once, in the order of their buttons, and what is said when they are done. */
export const BULK_ACTIONS = {
  delete: { done: 'requests.bulk.deleted', asks: true },
  cancel: { done: 'requests.bulk.cancelled', asks: true },
  deny: { done: 'requests.bulk.denied', asks: true },
  retry: { done: 'requests.bulk.retried', asks: false },
  approve: { done: 'requests.bulk.approved', asks: false },
} as const satisfies Partial<Record<RequestAction, { done: BulkMessage; asks: boolean }>>;

export type BulkAction = keyof typeof BULK_ACTIONS;

export const BULK_ACTION_NAMES = Object.keys(BULK_ACTIONS) as readonly BulkAction[];
