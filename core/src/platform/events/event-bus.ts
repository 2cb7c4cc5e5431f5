/** Something that happened, for browsers that look on. */
export interface LiveEvent {
  readonly type: string;
  readonly data: object;
  /** Who may see it. */
  readonly audience: 'everyone' | 'admins' | { readonly users: readonly string[]; readonly andAdmins: boolean };
}

/** Fan-out of live events inside the process. */
export interface EventBus {
  publish(event: LiveEvent): void;
  subscribe(listener: (event: LiveEvent) => void): () => void;
}

/** A failing listener never keeps others from hearing. */
export function createEventBus(onError: (error: unknown) => void = () => undefined): EventBus {
  const listeners = new Set<(event: LiveEvent) => void>();
  return {
    publish(event) {
      for (const listener of listeners) {
        try {
          listener(event);
        } catch (error) {
          onError(error);
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
