export interface CircuitOptions {
  /** Consecutive failures that open it. Default 5. */
  readonly threshold?: number;
  /** The first pause in milliseconds. It doubles with each failed probe. Default 30,000. */
  readonly pauseMs?: number;
  /** Default 900,000. */
  readonly longestPauseMs?: number;
  readonly now?: () => number;
}

/** Counts consecutive failures. Once open, it lets one probe through after each pause. */
export interface Circuit {
  isOpen(): boolean;
  /** Whether a call would be let through now. */
  isDue(): boolean;
  /** Milliseconds until the next probe; 0 when one is due. */
  waitMs(): number;
  /** Asks for permission to call. After `true`, exactly one of the following has to be called. */
  enter(): boolean;
  success(): void;
  failure(): void;
  /** The call was cancelled, which says nothing about the service. */
  release(): void;
}

export function createCircuit(options: CircuitOptions = {}): Circuit {
  const threshold = options.threshold ?? 5;
  const pauseMs = options.pauseMs ?? 30_000;
  const now = options.now ?? Date.now;
  let failures = 0;
  let probes = 0;
  let openUntil = 0;
  let isProbing = false;

  const isOpen = () => failures >= threshold;
  const isDue = () => !isOpen() || (!isProbing && now() >= openUntil);

  return {
    isOpen,
    isDue,
    waitMs: () => (isOpen() ? Math.max(openUntil - now(), 0) : 0),
    enter() {
      if (!isDue()) return false;
      if (isOpen()) isProbing = true;
      return true;
    },
    success() {
      failures = 0;
      probes = 0;
      isProbing = false;
    },
    failure() {
      const isLate = isOpen() && !isProbing;
      failures += 1;
      // Calls that began before it opened say nothing new.
      if (isLate || !isOpen()) return;
      openUntil = now() + Math.min(pauseMs * 2 ** probes, options.longestPauseMs ?? 900_000);
      probes += 1;
      isProbing = false;
    },
    release() {
      isProbing = false;
    },
  };
}
