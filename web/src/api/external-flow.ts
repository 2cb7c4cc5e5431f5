import { ApiError } from './api-error.js';
import { nameHere } from './base-path.js';

const ASK_AGAIN_MS = 2_000;
const LONGEST_WAIT_MS = 2 * 60_000;

/** Polls until the other service has finished. @throws ApiError `sign_in_not_finished` after two minutes */
export async function untilFinished<T extends object>(ask: () => Promise<T>): Promise<Exclude<T, { pending: true }>> {
  for (const until = Date.now() + LONGEST_WAIT_MS; ; await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))) {
    const result: T & { pending?: boolean } = await ask();
    if (result.pending !== true) return result as Exclude<T, { pending: true }>;
    if (Date.now() > until) throw new ApiError(0, { code: 'sign_in_not_finished' });
  }
}

const KEY = nameHere('lectern-flow');

/** Why this tab went to another service, if not to sign in. */
export interface FlowInProgress {
  readonly purpose: 'link' | 'confirm';
  readonly provider: string;
  /** Path of the page to return to. */
  readonly backTo: string;
}

/**
 * Whether this tab went to another service to link an account, or to confirm the person's identity, rather than to sign
 * in: services send the browser back to the same page in all cases. Decides only what the page requests; the server
 * knows what was begun.
 */
export const flowInProgress = {
  begin: (flow: FlowInProgress) => sessionStorage.setItem(KEY, JSON.stringify(flow)),
  of(provider: string): FlowInProgress | undefined {
    const flow = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as FlowInProgress | null;
    return flow?.provider === provider ? flow : undefined;
  },
  end: () => sessionStorage.removeItem(KEY),
};
