import { IntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { pino } from 'pino';
import Type from 'typebox';
import { createMetrics } from '../metrics/metrics.js';
import { startHttpServer, type HttpServer } from './http-server.js';
import { ApiError } from './problem.js';
import { createRateLimiter } from './rate-limiter.js';
import { defineRoute, json, type Route, type RouteAnswer } from './route.js';
import { foreignWords } from '../words/index.js';

type Declared = Pick<Route, 'errors'> & Partial<Pick<Route, 'responses'>>;

function route(path: string, declared: Declared, handler: () => RouteAnswer): Route {
  return defineRoute({
    method: 'GET',
    path,
    tag: 'test',
    summary: 'Gone',
    access: { rule: 'public' },
    scopes: 'none',
    responses: {},
    ...declared,
    handler,
  });
}

function gone(): never {
  throw new ApiError('files_gone', foreignWords('The files are gone.'));
}

function taken(): never {
  throw new ApiError('duplicate', foreignWords('You have asked for this book already.'));
}

function away(): never {
  throw new IntegrationError('INTEGRATION_UNAVAILABLE', 'Transmission did not answer within 30 s (status).', { retryAfterMs: 1000 });
}

const routes = [
  route('/declared', { errors: ['files_gone'] }, gone),
  route('/undeclared', {}, gone),
  route('/another-code', { errors: ['not_ready'] }, taken),
  route('/returned', {}, () => json({ why: 'gone' }, 410)),
  route('/returned-as-error', { errors: ['files_gone'] }, () => json({ why: 'gone' }, 410)),
  route('/returned-and-declared', { responses: { 410: Type.Object({ why: Type.String() }) } }, () => json({ why: 'gone' }, 410)),
  route('/away', { errors: ['integration_failed'] }, away),
  route('/away-undeclared', {}, away),
];

describe('an error that its route does not declare', () => {
  let server: HttpServer;
  let log: string;

  async function start(validateResponses: boolean): Promise<string> {
    server = await startHttpServer(
      {
        routes,
        log: pino({}, { write: (line: string) => (log += line) }),
        metrics: createMetrics(),
        rateLimiter: createRateLimiter(),
        trustedProxies: [],
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

  it('is a fault where answers are checked, and the log names the route, the code and the status', async () => {
    const url = await start(true);

    const answer = await fetch(`${url}/undeclared`);

    expect(answer.status).to.equal(500);
    expect(log).to.include('GET /undeclared declares no error files_gone (410)');
  });

  it('is also a fault when the route declares another code with the same status', async () => {
    const url = await start(true);

    const answer = await fetch(`${url}/another-code`);

    expect(answer.status).to.equal(500);
    expect(log).to.include('GET /another-code declares no error duplicate (409)');
  });

  it('is also a fault when the handler returns it instead of throwing it', async () => {
    const url = await start(true);

    const answers = [await fetch(`${url}/returned`), await fetch(`${url}/returned-as-error`)];

    expect(answers.map(({ status }) => status)).to.deep.equal([500, 500]);
    expect(log).to.include('GET /returned declares no answer 410');
  });

  it('passes where answers are not checked', async () => {
    const url = await start(false);

    const answers = [await fetch(`${url}/undeclared`), await fetch(`${url}/returned`)];

    expect(answers.map(({ status }) => status)).to.deep.equal([410, 410]);
  });

  it('passes where the route declares it', async () => {
    const url = await start(true);

    const answers = [await fetch(`${url}/declared`), await fetch(`${url}/returned-and-declared`)];

    expect(answers.map(({ status }) => status)).to.deep.equal([410, 410]);
    expect(log).to.equal('');
  });

  it('is not the server’s fault when an integration threw it, and says whose it is', async () => {
    const url = await start(true);

    const answer = await fetch(`${url}/away`);
    const problem = (await answer.json()) as object;

    expect(answer.status).to.equal(502);
    expect(problem).to.include({ code: 'integration_failed', integrationCode: 'INTEGRATION_UNAVAILABLE', retryAfterMs: 1000 });
    expect(problem).to.have.property('detail').that.includes('Transmission');
    expect(log).to.equal('');
    expect((await fetch(`${url}/away-undeclared`)).status).to.equal(500);
    expect(log).to.include('GET /away-undeclared declares no error integration_failed (502)');
  });
});
