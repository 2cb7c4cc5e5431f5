type Listener = () => void;
let isReachable = true;
const listeners = new Set<Listener>();

/**
 * Whether the last call got an answer, for `useSyncExternalStore`. The browser only knows whether it has a network, which may be that of
 * another house.
 */
export const reachability = {
  get: (): boolean => isReachable,
  set(next: boolean): void {
    if (next === isReachable) return;
    isReachable = next;
    for (const listener of listeners) listener();
  },
  subscribe: (listener: Listener): Listener => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
