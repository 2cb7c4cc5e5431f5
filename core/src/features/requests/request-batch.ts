import type { ErrorCode } from '../../error-codes/error-codes.js';
import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { audiobookRequestsOf } from '../lifecycle/request-store.js';
import type { RequestStatus } from '../lifecycle/statuses.js';
import { ASKING_ERRORS, type CreateOutcome, type RequestInput } from './create-request.js';
import type { RequestCaller } from './request-caller.js';
import type { RequestService } from './request-service.js';

/** The errors that concern one book of a batch. */
export const BATCH_ERRORS = [...ASKING_ERRORS, 'unknown_region'] as const;

/** The outcome for one book of a batch. */
export interface BatchItem {
  readonly asin: string;
  readonly code: CreateOutcome['outcome'] | (typeof BATCH_ERRORS)[number];
  /** The new request, the one that was joined, or the caller's own that was there. */
  readonly requestId: string | null;
  /** The status of a new request. */
  readonly status: RequestStatus | null;
  /** The reason for a refusal. */
  readonly message: ApiError['said'] | null;
}

interface BatchDeps {
  readonly database: Pick<Database, 'read'>;
  readonly service: Pick<RequestService, 'create'>;
}

function isOfOneBook(code: ErrorCode): code is (typeof BATCH_ERRORS)[number] {
  return (BATCH_ERRORS as readonly ErrorCode[]).includes(code);
}

function refused(asin: string, error: unknown): BatchItem {
  if (!(error instanceof ApiError) || !isOfOneBook(error.code)) throw error;
  const existing = error.extra.members?.['existingRequestId'];
  return { asin, code: error.code, requestId: typeof existing === 'string' ? existing : null, status: null, message: error.said };
}

/** Requests several books in the given order; each has its own outcome. Once the catalogue does not answer, the rest is not tried. */
export async function requestBatch(
  { database, service }: BatchDeps,
  caller: RequestCaller,
  asins: readonly string[],
  {
    regions = {},
    ...wish
  }: Pick<RequestInput, 'origin' | 'anyReading'> & { readonly regions?: Readonly<Record<string, string>> | undefined },
): Promise<BatchItem[]> {
  const items: BatchItem[] = [];
  for (const asin of new Set(asins)) {
    const dead = items.find(({ code }) => code === 'catalogue_unavailable');
    if (dead) {
      items.push({ ...dead, asin });
      continue;
    }
    try {
      const { outcome, requestId } = await service.create(caller, { ...wish, asin, region: regions[asin], type: 'audiobook' });
      items.push({ asin, code: outcome, requestId, status: null, message: null });
    } catch (error) {
      items.push(refused(asin, error));
    }
  }
  const created = items.filter(({ code }) => code === 'created').map(({ asin }) => asin);
  if (created.length === 0) return items;
  const statuses = new Map((await audiobookRequestsOf(database.read, caller.userId, created)).map(({ id, status }) => [id, status]));
  return items.map((item) => ({ ...item, status: item.code === 'created' ? (statuses.get(item.requestId ?? '') ?? null) : null }));
}
