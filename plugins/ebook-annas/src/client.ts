import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpResponse, IntegrationError, PluginHttp } from '@lectern/plugin-api';
import { fault } from './fault.js';
import { foreignPage } from './page-kind.js';
import { refusalOf } from './refusal.js';
import type { Pass, Solver } from './solver.js';

/** Requests to archive addresses, spaced out, and past challenges if there is a solver. */
export interface ArchiveClient {
  /**
   * Loads a page.
   *
   * @param path with leading slash
   * @throws IntegrationError
   */
  page(base: string, path: string, query: Query, signal: AbortSignal): Promise<string>;
  /** Calls the member API. Its answers say more than their status, so any status is an answer. */
  json(base: string, path: string, query: Query, signal: AbortSignal): Promise<HttpResponse>;
  /** Headers for fetching a file from the archive's own host. */
  headersFor(base: string): Readonly<Record<string, string>> | undefined;
}

export type Query = Readonly<Record<string, string | readonly string[] | undefined>>;

function addressOf(base: string, path: string, query: Query): string {
  const url = new URL(path, base);
  for (const [name, value] of Object.entries(query)) {
    for (const one of value === undefined ? [] : [value].flat()) url.searchParams.append(name, one);
  }
  return url.href;
}

/** @param pauseMs minimum pause between two requests to one address */
export function createArchiveClient(
  parts: { readonly http: PluginHttp; readonly solver: Solver | undefined; readonly now: () => number },
  pauseMs: number,
): ArchiveClient {
  const { http, solver, now } = parts;
  const passes = new Map<string, Pass>();
  const turns = new Map<string, Promise<void>>();

  /** Sends the requests to one address one at a time, with a pause in between. */
  async function takeTurn(base: string, signal: AbortSignal): Promise<void> {
    const before = turns.get(base) ?? Promise.resolve();
    turns.set(
      base,
      // a timer that nobody waits for must not keep the process alive
      before.then(() => sleep(pauseMs, undefined, { ref: false })),
    );
    await before;
    if (signal.aborted) throw fault('INTEGRATION_ABORTED', 'request_cancelled');
  }

  function headersOf(base: string): Record<string, string> {
    const pass = passes.get(base);
    if (!pass) return {};
    return { ...(pass.cookies === '' ? {} : { cookie: pass.cookies }), ...(pass.userAgent === '' ? {} : { 'user-agent': pass.userAgent }) };
  }

  async function request(base: string, path: string, query: Query, accept: string, signal: AbortSignal): Promise<HttpResponse> {
    await takeTurn(base, signal);
    const headers = { accept, ...headersOf(base) };
    return http.request({ url: addressOf(base, path, query), headers, acceptStatus: 'any', timeoutMs: 30_000, signal });
  }

  function challenged(host: string): IntegrationError {
    return fault('INTEGRATION_FORBIDDEN', 'challenge_page', { values: { host }, field: 'solverUrl' });
  }

  function refuseParked(html: string, host: string): void {
    if (foreignPage(html) !== 'parked') return;
    throw fault('INTEGRATION_BAD_RESPONSE', 'parked_domain', { values: { host }, field: 'baseUrls' });
  }

  return {
    async page(base, path, query, signal) {
      const { host } = new URL(base);
      const response = await request(base, path, query, 'text/html', signal);
      let html = response.text();
      if (foreignPage(html) === 'challenge') {
        if (!solver) throw challenged(host);
        passes.delete(base);
        const solved = await solver.load(addressOf(base, path, query), signal);
        passes.set(base, solved.pass);
        html = solved.html;
      } else {
        const refused = refusalOf(response, host, now());
        // the page of a missing file differs from a wrong address only in its words
        if (refused && !(response.status === 404 && path.startsWith('/md5/') && /not found/i.test(html))) throw refused;
      }
      refuseParked(html, host);
      return html;
    },

    async json(base, path, query, signal) {
      const { host } = new URL(base);
      const response = await request(base, path, query, 'application/json', signal);
      if (foreignPage(response.text()) !== 'challenge') return response;
      if (!solver) throw challenged(host);
      // the solver sees only the front page: the key stays between us and the archive
      passes.set(base, (await solver.load(`${base}/`, signal)).pass);
      const again = await request(base, path, query, 'application/json', signal);
      if (foreignPage(again.text()) === 'challenge') throw challenged(host);
      return again;
    },

    headersFor(base) {
      const headers = headersOf(base);
      return Object.keys(headers).length === 0 ? undefined : headers;
    },
  };
}
