/**
 * A signal that fires some time after another, so that what is nearly done can end.
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
