import { startSimulator, type Simulator, type SimulatorRequest, type SimulatorResponse } from '../simulator.js';
import { CLEARANCE, CLEARED_AGENT } from './annas-simulator.js';

/** Ways in which a solver may fail. */
export type SolverTrouble = 'timeout' | 'banned' | 'gives-back-challenge';

/** A running substitute for FlareSolverr, interface v1. */
export interface FlareSolverrSimulator extends Simulator {
  /** Addresses it was asked to load, oldest first. */
  readonly loaded: readonly string[];
  trouble(trouble: SolverTrouble): void;
}

const MESSAGES = {
  timeout: 'Error: Error solving the challenge. Timeout after 60.0 seconds.',
  banned:
    'Error: Error solving the challenge. Cloudflare has blocked this request. Probably your IP is banned for this site, check in your web browser.',
} as const;

/** Loads pages as a browser that passes the simulated archive's challenge. */
export async function startFlareSolverrSimulator(options: { readonly port?: number } = {}): Promise<FlareSolverrSimulator> {
  const loaded: string[] = [];
  let trouble: SolverTrouble | undefined;
  const envelope = { startTimestamp: 1_780_000_000_000, endTimestamp: 1_780_000_006_500, version: '3.5.0' };
  const refuse = (message: string): SimulatorResponse => ({ status: 500, body: { status: 'error', message, ...envelope } });

  async function load(url: string): Promise<SimulatorResponse> {
    loaded.push(url);
    if (trouble === 'timeout' || trouble === 'banned') return refuse(MESSAGES[trouble]);
    const isSolving = trouble !== 'gives-back-challenge';
    const page = await fetch(url, { headers: isSolving ? { cookie: CLEARANCE, 'user-agent': CLEARED_AGENT } : {} });
    const [name = '', value = ''] = CLEARANCE.split('=');
    // status and headers are never the page's own
    const solution = {
      url,
      status: 200,
      headers: {},
      response: await page.text(),
      cookies: [{ name, value, path: '/' }],
      userAgent: CLEARED_AGENT,
    };
    return { body: { status: 'ok', message: 'Challenge solved!', ...envelope, solution } };
  }

  async function answer({ method, path, body }: SimulatorRequest): Promise<SimulatorResponse> {
    if (method === 'GET' && path === '/')
      return { body: { msg: 'FlareSolverr is ready!', version: envelope.version, userAgent: CLEARED_AGENT } };
    if (method === 'GET' && path === '/health') return { body: { status: 'ok' } };
    if (method !== 'POST' || path !== '/v1') return { status: 404, body: { error: `Not found: '${path}'`, status_code: 404 } };
    const { cmd, url } = JSON.parse(body.toString('utf8')) as { cmd?: string; url?: string };
    if (cmd !== 'request.get') return refuse(`Error: Request parameter 'cmd' = '${String(cmd)}' is invalid.`);
    if (url === undefined) return refuse("Error: Request parameter 'url' is mandatory in 'request.get' command.");
    return load(url);
  }

  const simulator = await startSimulator(answer, options);
  return {
    ...simulator,
    loaded,
    trouble: (given) => {
      trouble = given;
    },
    heal: () => {
      simulator.heal();
      trouble = undefined;
    },
  };
}
