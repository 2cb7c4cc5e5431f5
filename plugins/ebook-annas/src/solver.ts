import { IntegrationError } from '@lectern/plugin-api';
import type { PluginHttp } from '@lectern/plugin-api';
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
  hello(signal: AbortSignal): Promise<string>;
}

function failed(message: string): IntegrationError {
  return new IntegrationError('INTEGRATION_UNAVAILABLE', message, { field: 'solverUrl' });
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
    if (!answer)
      throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'What answers as challenge solver is not one.', { field: 'solverUrl' });
    if (!answer.solution) throw failed(`The challenge solver failed: ${answer.message.slice(0, 200) || 'it does not say why'}`);
    const { html, cookies, userAgent } = answer.solution;
    // its status is 200 whatever the page was
    if (foreignPage(html) === 'challenge') throw failed('The challenge solver came back with the challenge itself.');
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
        if (typeof msg !== 'string') throw new IntegrationError('INTEGRATION_BAD_RESPONSE', 'no message');
        return typeof version === 'string' ? `The challenge solver ${version} is ready.` : 'The challenge solver is ready.';
      } catch (error) {
        if (signal.aborted) throw error;
        const text = error instanceof Error ? error.message : String(error);
        throw new IntegrationError('INTEGRATION_UNAVAILABLE', `The challenge solver cannot be used: ${text}`, {
          cause: error,
          field: 'solverUrl',
        });
      }
    },
  };
}
