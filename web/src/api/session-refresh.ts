import { nameHere, withBase } from './base-path.js';

const REFRESHED_AT = nameHere('lectern-refreshed-at');

function lastRefresh(): number {
  try {
    return Number(localStorage.getItem(REFRESHED_AT) ?? 0);
  } catch {
    return 0;
  }
}

async function callRefresh(): Promise<boolean> {
  const response = await fetch(withBase('/api/auth/refresh'), { method: 'POST', credentials: 'same-origin', headers: csrfHeaders() });
  if (!response.ok) return false;
  try {
    localStorage.setItem(REFRESHED_AT, String(Date.now()));
  } catch {
    // Private windows may refuse storage; then each tab refreshes for itself.
  }
  return true;
}

function csrfToken(): string | undefined {
  return /(?:^|;\s*)lectern_csrf=([^;]+)/.exec(document.cookie)?.[1];
}

/** The readable cookie, echoed as a header on every call that changes something. */
export function csrfHeaders(): Record<string, string> {
  const token = csrfToken();
  return token ? { 'x-csrf-token': decodeURIComponent(token) } : {};
}

/** Whether this browser was signed in: the readable cookie lives as long as the renewable session. */
export function hasSession(): boolean {
  return csrfToken() !== undefined;
}

let running: Promise<boolean> | undefined;

/**
 * Renews the session once for any number of callers, in this tab and in the others: refresh tokens rotate,
 * so two tabs renewing at once would sign each other out.
 *
 * @param failedAt when the call that got the 401 was sent (ms); a renewal after that moment is enough.
 */
export function refreshSession(failedAt: number): Promise<boolean> {
  running ??= withLock(async () => (lastRefresh() > failedAt ? true : callRefresh()))
    .catch(() => false)
    .finally(() => {
      running = undefined;
    });
  return running;
}

function withLock(work: () => Promise<boolean>): Promise<boolean> {
  if (typeof navigator === 'undefined' || !('locks' in navigator)) return work();
  return navigator.locks.request(nameHere('lectern-refresh'), work);
}
