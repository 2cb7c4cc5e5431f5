import type { LecternApi } from './lectern-api.js';

interface Timeline {
  readonly request: {
    readonly status: string;
    readonly group: string;
    readonly reason: { readonly message: string } | null;
    readonly progress?: { readonly fraction: number };
    readonly timeline: readonly { readonly id: string; readonly message: string; readonly at: string }[];
  };
}

/** Groups in which nothing more happens automatically. */
const QUIET = ['closed', 'attention'];

/**
 * Waits until a request ends or time is up, and reports each new line of its timeline.
 *
 * @returns its last status
 */
export async function followRequest(
  api: LecternApi,
  requestId: string,
  options: {
    readonly timeoutMs: number;
    readonly onLine?: (text: string) => void;
    /** More statuses that count as the end: for an ebook, `downloaded`. */
    readonly ends?: readonly string[];
  },
): Promise<string> {
  const told = new Set<string>();
  const end = Date.now() + options.timeoutMs;
  for (;;) {
    const { request } = await api.call<Timeline>('GET', `/api/requests/${requestId}`);
    for (const entry of request.timeline) {
      if (told.has(entry.id)) continue;
      told.add(entry.id);
      options.onLine?.(entry.message);
    }
    const isAtEnd = request.status === 'available' || options.ends?.includes(request.status);
    if (isAtEnd || QUIET.includes(request.group)) return request.status;
    if (Date.now() > end) {
      options.onLine?.(`still ${request.status}: ${request.reason?.message ?? 'no reason'}`);
      return request.status;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
