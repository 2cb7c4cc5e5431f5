import { isIntegrationError } from '@lectern/plugin-api';
import { expect } from 'chai';
import { createHttpMock, httpMock } from './http-mock.js';
import { faultRows } from './fault-rows.js';
import { createTestContext } from './test-context.js';

const URL_ = 'http://service.example/api';

async function codeOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => (isIntegrationError(error) ? error.code : String(error)),
  );
}

describe('httpMock', () => {
  const mock = httpMock();

  it('gives the expected answers in order', async () => {
    mock.expect('GET', `${URL_}/books`, { query: { q: 'a' }, headers: { 'x-key': 'k' } }).reply({ json: { n: 1 } });
    mock.expect('GET', '/api/books').reply(({ query }) => ({ text: query.get('q') ?? '' }));

    const one = await mock.http.request({ url: `${URL_}/books?q=a`, headers: { 'X-Key': 'k' } });
    const two = await mock.http.request({ url: `${URL_}/books`, query: { q: 'b' } });

    expect(one.json()).to.deep.equal({ n: 1 });
    expect(two.text()).to.equal('b');
  });

  it('starts over after each test', () => {
    expect(mock.requests).to.have.length(0);
  });
});

describe('createHttpMock', () => {
  it('complains about an unexpected request', async () => {
    const mock = createHttpMock();
    mock.expect('POST', '/api/books', { json: { title: 'A' } }).reply({ status: 201 });

    expect(await codeOf(mock.http.request({ method: 'POST', url: `${URL_}/books`, json: { title: 'B' } }))).to.contain('expects no POST');
    expect(() => mock.verify()).to.throw(/nobody expected: POST \/api\/books; expected and never asked: POST \/api\/books/);
  });

  it('fails the test that leaves something unused', () => {
    const hooks: (() => void)[] = [];
    const real = globalThis.afterEach;
    globalThis.afterEach = ((_: string, hook: () => void) => hooks.push(hook)) as unknown as typeof afterEach;
    try {
      const mock = httpMock();
      mock.expect('GET', '/a').reply({});

      expect(hooks).to.have.length(1);
      expect(() => hooks[0]?.()).to.throw('never asked: GET /a');
      expect(() => hooks[0]?.(), 'the next test begins anew').not.to.throw();
    } finally {
      globalThis.afterEach = real;
    }
  });

  it('complains about an unused expectation', () => {
    const mock = createHttpMock();
    mock.expect('GET', '/a').reply({});

    expect(() => mock.verify()).to.throw('expected and never asked: GET /a');
    mock.reset();
    expect(() => mock.verify()).not.to.throw();
  });

  it('turns a status into the same error as ctx.http', async () => {
    const mock = createHttpMock(({ path }) => ({ status: Number(path.slice(1)), headers: { 'Retry-After': '3' } }));
    const ask = (status: number, more: object = {}) => mock.http.request({ url: `http://x/${status}`, ...more });

    expect(await codeOf(ask(401))).to.equal('INTEGRATION_UNAUTHORIZED');
    expect(await codeOf(ask(418))).to.equal('INTEGRATION_BAD_RESPONSE');
    expect(await codeOf(ask(302))).to.equal('INTEGRATION_BAD_RESPONSE');
    expect((await ask(302, { redirect: 'manual' })).status).to.equal(302);
    expect((await ask(404, { acceptStatus: [404] })).status).to.equal(404);
    expect((await ask(500, { acceptStatus: 'any' })).headers['retry-after']).to.equal('3');
    expect(await codeOf(createHttpMock(() => ({ text: 'long' })).http.request({ url: 'http://x/', maxBytes: 2 }))).to.equal(
      'INTEGRATION_BAD_RESPONSE',
    );
  });

  faultRows('a mock', {
    secrets: [],
    setUp(timeoutMs) {
      const mock = createHttpMock(() => ({ json: {} }));
      const context = createTestContext({ settings: {}, http: mock.http, timeoutMs });
      return { target: mock, call: async (signal) => (await context.http.request({ url: 'http://x/', signal })).json() };
    },
  });
});
