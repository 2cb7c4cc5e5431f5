import { expect } from 'chai';
import { pino } from 'pino';
import { createMetrics } from '../metrics/metrics.js';
import { startHttpServer, type HttpServer } from './http-server.js';
import { ApiError } from './problem.js';
import { createRateLimiter } from './rate-limiter.js';
import { defineRoute, type Route } from './route.js';

function gone(path: string, errors?: readonly number[]): Route {
  return defineRoute({
    ...{ method: 'GET', path, tag: 'test', summary: 'Gone', access: { rule: 'public' }, scopes: 'none', responses: {} },
    errors,
    handler: () => {
      throw new ApiError(410, 'files_gone', 'The files are gone.');
    },
  });
}

describe('an error that its route does not declare', () => {
  let server: HttpServer;
  let log: string;

  async function start(validateResponses: boolean): Promise<string> {
    server = await startHttpServer(
      {
        routes: [gone('/declared', [410]), gone('/undeclared')],
        log: pino({}, { write: (line: string) => (log += line) }),
        ...{ metrics: createMetrics(), rateLimiter: createRateLimiter(), trustedProxies: [] },
        authenticate: async () => undefined,
        owns: async () => false,
        validateResponses,
      },
      { host: '127.0.0.1', port: 0 },
    );
    return `http://127.0.0.1:${server.port}`;
  }

  beforeEach(() => {
    log = '';
  });

  afterEach(() => server.close(0));

  it('is a fault where answers are checked, and the log names the route and the status', async () => {
    const url = await start(true);

    const answer = await fetch(`${url}/undeclared`);

    expect(answer.status).to.equal(500);
    expect(log).to.include('GET /undeclared declares no error 410, and answered files_gone');
  });

  it('passes where answers are not checked', async () => {
    const url = await start(false);

    const answer = await fetch(`${url}/undeclared`);

    expect(answer.status).to.equal(410);
  });

  it('passes where the route declares it', async () => {
    const url = await start(true);

    const answer = await fetch(`${url}/declared`);

    expect(answer.status).to.equal(410);
    expect(log).to.equal('');
  });
});
