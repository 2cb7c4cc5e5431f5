import type { PluginHostDeps } from '../plugin-host/index.js';

const START_RETRY_MS = 30_000;
const LONGEST_START_RETRY_MS = 600_000;
const REST_MS = 30_000;
const LONGEST_REST_MS = 900_000;

/** How long the plugin host leaves a failed integration alone. @param timeScale multiplies the pauses */
export function hostPauses(timeScale: number): Pick<PluginHostDeps, 'limits' | 'circuit'> {
  return {
    limits: { startRetryMs: START_RETRY_MS * timeScale, longestStartRetryMs: LONGEST_START_RETRY_MS * timeScale },
    circuit: { pauseMs: REST_MS * timeScale, longestPauseMs: LONGEST_REST_MS * timeScale },
  };
}
