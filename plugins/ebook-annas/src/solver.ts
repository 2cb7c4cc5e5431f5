import type { CheckDetail, IntegrationError, PluginHttp } from '@lectern/plugin-api';
import { detail } from './detail.js';
import { fault } from './fault.js';
import { foreignPage } from './page-kind.js';
import { readSolverAnswer } from './schema.js';
import type { ArchiveSettings } from './settings.js';

/** The solver waits for its browser; we wait a little longer for the solver. */
const GRACE_MS = 10_000;
/** Pages of the archive with everything that a browser adds. */
const MAX_BYTES = 20 * 1024 * 1024;

/** The result of passing a challenge. Cookies work only together with the user agent. */
export interface Pass {
  readonly cookies: string;
  readonly userAgent: string;
}

/** A FlareSolverr (API v1). */
export interface Solver {
  /** Loads a page of the archive in the solver's browser. One at a time: each is a whole browser. */
  load(url: string, signal: AbortSignal): Promise<{ readonly html: string; readonly pass: Pass }>;
  /** @returns its description of itself */
  hello(signal: AbortSignal): Promise<CheckDetail>;
}

function failed(
  key: 'solver_failed' | 'solver_failed_silently' | 'solver_met_challenge',
  values: Readonly<Record<string, string>> = {},
): IntegrationError {
  return fault('INTEGRATION_UNAVAILABLE', key, { values, field: 'solverUrl' });
}

/** @returns `undefined` if no solver is set up */
export function createSolver(http: PluginHttp, settings: Pick<ArchiveSettings, 'solverUrl' | 'solverTimeoutSeconds'>): Solver | undefined {
  if (settings.solverUrl === '') return undefined;
  const base = settings.solverUrl.replace(/\/v1\/?$/, '').replace(/(?<!\/)\/+$/, '');
  const maxTimeout = settings.solverTimeoutSeconds * 1000;
  let last: Promise<unknown> = Promise.resolve();

  async function ask(url: string, signal: AbortSignal): Promise<{ html: string; pass: Pass }> {
    const response = await http.request({
      method: 'POST',
      url: `${base}/v1`,
      json: { cmd: 'request.get', url, maxTimeout },
      timeoutMs: maxTimeout + GRACE_MS,
      maxBytes: MAX_BYTES,
      acceptStatus: [200, 500],
      signal,
    });
    const answer = readSolverAnswer(response.text());
    if (!answer) throw fault('INTEGRATION_BAD_RESPONSE', 'not_a_solver', { field: 'solverUrl' });
    if (!answer.solution) {
      const reason = answer.message.slice(0, 200);
      throw reason === '' ? failed('solver_failed_silently') : failed('solver_failed', { reason });
    }
    const { html, cookies, userAgent } = answer.solution;
    // its status is 200 whatever the page was
    if (foreignPage(html) === 'challenge') throw failed('solver_met_challenge');
    return { html, pass: { cookies, userAgent } };
  }

  return {
    load(url, signal) {
      const mine = last.then(() => ask(url, signal));
      last = mine.catch(() => undefined);
      return mine;
    },
    async hello(signal) {
      try {
        const response = await http.request({ url: `${base}/`, signal });
        const { msg, version } = response.json<{ msg?: unknown; version?: unknown }>();
        if (typeof msg !== 'string') throw fault('INTEGRATION_BAD_RESPONSE', 'not_a_solver', { field: 'solverUrl' });
        return typeof version === 'string' ? detail('solver_version_ready', { version }) : detail('solver_ready');
      } catch (error) {
        if (signal.aborted) throw error;
        throw fault('INTEGRATION_UNAVAILABLE', 'solver_unusable', {
          values: { reason: error instanceof Error ? error : String(error) },
          cause: error,
          field: 'solverUrl',
        });
      }
    },
  };
}
