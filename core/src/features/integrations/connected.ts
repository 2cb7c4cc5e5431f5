import type { ProviderKind } from '@lectern/plugin-api';

/** Notifies whoever waits for an integration of a kind that one was connected, or works again. */
export interface Connected {
  tell(kind: ProviderKind): void;
  listen(listener: (kind: ProviderKind) => void): () => void;
}

export function createConnected(): Connected {
  const listeners = new Set<(kind: ProviderKind) => void>();
  return {
    tell(kind) {
      for (const listener of listeners) listener(kind);
    },
    listen(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
