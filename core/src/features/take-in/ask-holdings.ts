import type { Database } from '../../platform/db/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { readClientHoldings } from '../lifecycle/client-holdings.js';

/** Where download clients have something. @throws ClientSilent */
export type AskHoldings = (signal: AbortSignal) => ReturnType<typeof readClientHoldings>;

export interface HoldingsDeps {
  readonly database: Pick<Database, 'read'>;
  readonly host: Pick<PluginHost, 'providers'>;
}

/** Clients with thousands of downloads are not asked for each of thousands of books. */
const FRESH_MS = 60_000;

/** Asks the clients once, and again where the answer, or the silence, is older than a minute. */
export function askHoldings({ database, host }: HoldingsDeps): AskHoldings {
  let last: { readonly at: number; readonly answer: ReturnType<AskHoldings> } | undefined;
  return (signal) => {
    if (last && performance.now() - last.at < FRESH_MS) return last.answer;
    // a Usenet client that has finished needs the files no more
    const answer = readClientHoldings({ host, sql: database.read, withHistory: false, signal });
    last = { at: performance.now(), answer };
    return answer;
  };
}
