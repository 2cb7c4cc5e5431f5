import type { Caller } from '../../platform/http/route.js';

/** An open event stream. */
export interface LiveConnection {
  readonly caller: Caller;
  end(): void;
}

/** All open event streams of this process. */
export interface LiveConnections {
  /** @returns a function that removes it */
  add(connection: LiveConnection): () => void;
  /** Ends the streams of a session, when it signs out. */
  endSession(sessionId: string): void;
  /** Ends the streams of an API token, when it is revoked. */
  endToken(tokenId: string): void;
  /** Ends the streams of a user, when the account loses rights. */
  endUser(userId: string): void;
  /** Ends all, when the server stops. */
  endAll(): void;
  count(): number;
}

const MOST_PER_USER = 20;

export function createLiveConnections(): LiveConnections {
  const open = new Set<LiveConnection>();

  function end(which: (connection: LiveConnection) => boolean): void {
    for (const connection of [...open]) if (which(connection)) connection.end();
  }

  return {
    add(connection) {
      const mine = [...open].filter(({ caller }) => caller.userId === connection.caller.userId);
      // the oldest is the most likely to be forgotten
      if (mine.length >= MOST_PER_USER) mine[0]?.end();
      open.add(connection);
      return () => open.delete(connection);
    },
    endSession: (sessionId) => end(({ caller }) => caller.sessionId === sessionId),
    endToken: (tokenId) => end(({ caller }) => caller.tokenId === tokenId),
    endUser: (userId) => end(({ caller }) => caller.userId === userId),
    endAll: () => end(() => true),
    count: () => open.size,
  };
}
