const uncertain = new WeakSet<object>();

/** Notes that a request which changes something had left whole when this error ended it: it may or may not have been carried out. */
export function noteUncertain<E extends object>(error: E): E {
  uncertain.add(error);
  return error;
}

/** Whether what was asked for may have happened although the call failed. */
export function mayHaveHappened(error: unknown): boolean {
  return typeof error === 'object' && error !== null && uncertain.has(error);
}
