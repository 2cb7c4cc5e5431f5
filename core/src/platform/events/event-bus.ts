/** An event for the browsers that are connected. */
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

/** Makes a bus in which a failing listener never keeps others from hearing an event. */
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
