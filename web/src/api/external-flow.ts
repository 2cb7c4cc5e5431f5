import { ApiError } from './api-error.js';

const ASK_AGAIN_MS = 2_000;
const LONGEST_WAIT_MS = 2 * 60_000;

/** Asks until the other service has finished. @throws ApiError `sign_in_not_finished` after two minutes */
export async function untilFinished<T extends object>(ask: () => Promise<T>): Promise<Exclude<T, { pending: true }>> {
  for (const until = Date.now() + LONGEST_WAIT_MS; ; await new Promise((resolve) => setTimeout(resolve, ASK_AGAIN_MS))) {
    const result: T & { pending?: boolean } = await ask();
    if (result.pending !== true) return result as Exclude<T, { pending: true }>;
    if (Date.now() > until) throw new ApiError(0, { code: 'sign_in_not_finished' });
  }
}

const KEY = 'lectern-linking';

/**
 * Whether this tab went to another service to link an account, rather than to sign in: services send the browser back to
 * the same page for both. Decides only what the page asks for; the server knows what was begun.
 */
export const linkInProgress = {
  begin: (provider: string) => sessionStorage.setItem(KEY, provider),
  is: (provider: string) => sessionStorage.getItem(KEY) === provider,
  end: () => sessionStorage.removeItem(KEY),
};
