import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'chai';
import { buildApp, type BuiltApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';
import { CORE_DIR } from '../platform/config/core-dir.js';
import type { ApiError } from '../platform/http/problem.js';
import { checkInput, compileRoute } from '../platform/http/route-validators.js';
import type { Route } from '../platform/http/route.js';
import { unboundedParts } from '../platform/testing/unbounded-parts.spec.support.js';

describe('the input of routes', () => {
  let dataDir: string;
  let app: BuiltApp;

  before(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'lectern-routes-'));
    app = await buildApp(loadConfig({ LECTERN_DATA: dataDir, LECTERN_LOG_LEVEL: 'silent' }));
  });
  after(async () => {
    await app.close();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is bounded: every array, every open object and every text has a limit', () => {
    const taken = app.routes.flatMap(({ method, path, params, query, body }) =>
      Object.entries({ params, query, body }).map(([place, schema]) => ({ name: `${method} ${path} ${place}`, schema })),
    );

    const unbounded = taken.flatMap(({ name, schema }) => (schema ? unboundedParts(schema).map((part) => `${name}${part}`) : []));

    expect(taken.length).to.be.above(300);
    expect(unbounded).to.deep.equal([]);
  });

  it('names every parameter, except where programs that others wrote send more', () => {
    const open = app.routes.filter(({ ignoresUnknownQuery }) => ignoresUnknownQuery).map(({ method, path }) => `${method} ${path}`);

    expect(open.sort()).to.deep.equal([
      'GET /api/audiobooks/search',
      'GET /api/calendar.ics',
      'GET /api/docs',
      'GET /api/docs/{file}',
      'GET /api/health',
      'GET /api/openapi.json',
      'GET /api/requests',
      'GET /api/version',
      'GET /metrics',
    ]);
  });

  it('has no other parameters, whether a route has some or none', () => {
    const refuses = (route: Route): boolean => {
      try {
        checkInput(compileRoute(route, false).query, { surprise: '1' }, 'query');
        return false;
      } catch (error) {
        return (error as ApiError).code === 'invalid_request';
      }
    };

    const open = app.routes.filter((route) => !route.ignoresUnknownQuery && !refuses(route)).map(({ method, path }) => `${method} ${path}`);

    expect(open).to.deep.equal([]);
  });
});

describe('settings of the bundled plugins', () => {
  const plugins = join(CORE_DIR, '../plugins');
  const schemas = readdirSync(plugins)
    .map((name) => ({ name, file: join(plugins, name, 'settings.schema.json') }))
    .filter(({ file }) => existsSync(file));

  it('are found', () => {
    expect(schemas.length).to.be.above(8);
  });

  for (const { name, file } of schemas) {
    it(`are bounded: every list and every open object of ${name} has a limit`, async () => {
      const unbounded = unboundedParts(JSON.parse(await readFile(file, 'utf8')) as object);

      // texts are bounded by the host
      expect(unbounded.filter((part) => !part.endsWith(' maxLength'))).to.deep.equal([]);
    });
  }
});
