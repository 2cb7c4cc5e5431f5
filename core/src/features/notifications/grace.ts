/**
 * A signal that fires some time after another, so that work that is nearly done can finish.
 *
 * @param graceMs milliseconds
 */
export function afterGrace(signal: AbortSignal, graceMs: number): { readonly signal: AbortSignal; release(): void } {
  const later = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const begin = () => {
    timer = setTimeout(() => later.abort(signal.reason), graceMs);
  };
  if (signal.aborted) begin();
  else signal.addEventListener('abort', begin, { once: true });
  return {
    signal: later.signal,
    release() {
      signal.removeEventListener('abort', begin);
      clearTimeout(timer);
    },
  };
}
