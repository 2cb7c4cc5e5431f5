import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fault to answer with instead of the service's own answer. */
export interface Fault {
  /** `mute` carries out the request and never answers. */
  readonly kind: 'status' | 'hang' | 'mute' | 'reset' | 'malformed' | 'html' | 'delay';
  /** For `status`. */
  readonly status?: number;
  /** For `status`: sent as Retry-After, seconds. */
  readonly retryAfter?: number;
  /** For `delay`: milliseconds before the real answer. */
  readonly ms?: number;
  /** The number of requests after which it clears itself; default: it stays until cleared. */
  readonly times?: number;
  /** Only requests whose path matches. */
  readonly path?: RegExp;
  /** Only requests whose body matches. */
  readonly body?: RegExp;
}

/** A request a simulator received. */
export interface SimulatorRequest {
  readonly method: string;
  /** Without query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: Buffer;
}

/** A simulator's answer. Objects are sent as JSON. */
export interface SimulatorResponse {
  readonly status?: number;
  readonly headers?: Record<string, string | string[]>;
  readonly body?: Buffer | string | object | null;
}

/** A running simulator on loopback. */
export interface Simulator {
  readonly url: string;
  readonly port: number;
  /** All requests so far, oldest first. */
  readonly requests: SimulatorRequest[];
  fail(fault: Fault): void;
  heal(): void;
  close(): Promise<void>;
}

/** Answers one request, or `undefined` for "not a path of mine" (404). */
export type SimulatorHandler = (request: SimulatorRequest) => SimulatorResponse | undefined | Promise<SimulatorResponse | undefined>;

async function readBody(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of req) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function send(res: ServerResponse, answer: SimulatorResponse): void {
  const body = answer.body ?? null;
  const isRaw = body === null || typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = body === null ? Buffer.alloc(0) : isRaw ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const type = isRaw ? {} : { 'content-type': 'application/json; charset=utf-8' };
  res.writeHead(answer.status ?? 200, { ...type, 'content-length': String(bytes.length), ...answer.headers });
  res.end(bytes);
}

/** Takes the first fault that applies and counts it down. */
function takeFault(faults: { fault: Fault; left: number }[], request: SimulatorRequest): Fault | undefined {
  const index = faults.findIndex(
    ({ fault }) => (fault.path?.test(request.path) ?? true) && (fault.body?.test(request.body.toString('utf8')) ?? true),
  );
  const entry = faults[index];
  if (!entry) return undefined;
  entry.left -= 1;
  if (entry.left <= 0) faults.splice(index, 1);
  return entry.fault;
}

/** @returns true when the fault was the whole answer */
async function applyFault(fault: Fault, req: IncomingMessage, res: ServerResponse): Promise<boolean> {
  switch (fault.kind) {
    case 'status':
      send(res, {
        status: fault.status ?? 500,
        headers: fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) },
        body: 'simulated fault',
      });
      return true;
    case 'hang':
      return true;
    case 'mute':
      return false;
    case 'reset':
      req.socket.destroy();
      return true;
    case 'malformed':
      send(res, { headers: { 'content-type': 'application/json' }, body: '{"unfinished": [1, 2' });
      return true;
    case 'html':
      send(res, { headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Sign in</title><h1>Sign in</h1>' });
      return true;
    case 'delay':
      await new Promise((resolve) => setTimeout(resolve, fault.ms ?? 1000));
      return false;
  }
}

/** Starts a simulator that answers with `handler`, on 127.0.0.1 and a free port unless one is given. */
export async function startSimulator(handler: SimulatorHandler, options: { port?: number } = {}): Promise<Simulator> {
  const requests: SimulatorRequest[] = [];
  const faults: { fault: Fault; left: number }[] = [];

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', 'http://simulator');
    const request: SimulatorRequest = {
      method: req.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: req.headers,
      body: await readBody(req),
    };
    requests.push(request);
    const fault = takeFault(faults, request);
    if (fault && (await applyFault(fault, req, res))) return;
    const given = (await handler(request)) ?? { status: 404, body: 'not found' };
    if (fault?.kind !== 'mute') send(res, given);
  }

  const server = createServer((req, res) => {
    answer(req, res).catch((error: unknown) => {
      if (!res.headersSent) send(res, { status: 500, body: `simulator defect: ${String(error)}` });
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    requests,
    fail: (fault) => faults.push({ fault, left: fault.times ?? Number.POSITIVE_INFINITY }),
    heal: () => faults.splice(0),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
