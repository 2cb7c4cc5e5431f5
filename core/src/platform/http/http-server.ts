import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { sentence } from '../words/index.js';
import { belowBasePath } from './base-path.js';
import { frameRequests } from './frame-requests.js';
import type { HttpServerOptions } from './http-server-options.js';
import { ApiError } from './problem.js';
import type { RequestState } from './request-context.js';
import { routeSteps } from './route-steps.js';
import { compileRoute } from './route-validators.js';

/** A listening server. */
export interface HttpServer {
  readonly port: number;
  /** Stops accepting requests, lets answers finish for up to `graceMs`, then cuts connections. */
  close(graceMs: number): Promise<void>;
}

function createRouter(options: HttpServerOptions): Router {
  const router = new Router();
  for (const route of options.routes) {
    const compiled = compileRoute(route, options.validateResponses ?? false);
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    router.register(path, [route.method], routeSteps(compiled, options) as never);
  }
  return router;
}

function createApp(options: HttpServerOptions): Koa {
  const app = new Koa<RequestState>();
  app.use(frameRequests(options));
  app.use(belowBasePath(options.basePath ?? ''));
  app.use(createRouter(options).routes());
  app.use(async (ctx) => {
    if (ctx.path.startsWith('/api/') || !options.fallback) throw new ApiError('not_found', sentence('problem.no_endpoint'));
    await options.fallback(ctx);
  });
  // a browser that goes away during an answer is not our fault, and without a listener Koa would write to stderr
  app.on('error', (error: unknown) => options.log.debug({ err: error }, 'an answer could not be sent to its end'));
  return app;
}

async function closeServer(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  // connections whose answers end meanwhile, such as live streams, would be kept alive for seconds
  const idle = setInterval(() => server.closeIdleConnections(), 50);
  const cut = setTimeout(() => server.closeAllConnections(), graceMs);
  await closed;
  clearInterval(idle);
  clearTimeout(cut);
}

/** Starts the server, with everything between the socket and a handler: routing, validation, access, errors, headers and metrics. */
export async function startHttpServer(options: HttpServerOptions, listen: { host: string; port: number }): Promise<HttpServer> {
  const handle = createApp(options).callback();
  const server: Server = createServer((req, res) => void handle(req, res));
  server.requestTimeout = 60_000;
  server.headersTimeout = 20_000;
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen.port, listen.host, resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: (graceMs) => closeServer(server, graceMs),
  };
}
