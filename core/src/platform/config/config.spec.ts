import { expect } from 'chai';
import { ConfigError, loadConfig } from './config.js';

describe('configuration', () => {
  it('has defaults that work with an empty environment', () => {
    const config = loadConfig({});

    expect(config).to.include({ port: 3939, host: '0.0.0.0', role: 'all', timeScale: 1, safeMode: false });
    expect(config.databaseUrl).to.equal(undefined);
    expect(config.dataDir).to.match(/data$/);
  });

  it('names every wrong variable at once', () => {
    const load = () => loadConfig({ LECTERN_PORT: 'eighty', LECTERN_LOG_LEVEL: 'loud', DATABASE_URL: 'mysql://x' });

    expect(load).to.throw(ConfigError, /LECTERN_PORT/);
    expect(load).to.throw(/LECTERN_LOG_LEVEL/);
    expect(load).to.throw(/DATABASE_URL/);
  });

  it('reads lists, and takes an empty variable as absent', () => {
    const config = loadConfig({ LECTERN_TRUSTED_PROXIES: '10.0.0.0/8, ::1', LECTERN_PORT: '' });

    expect(config.trustedProxies).to.deep.equal(['10.0.0.0/8', '::1']);
    expect(config.port).to.equal(3939);
  });

  it('requires PostgreSQL for a worker, because it shares the database', () => {
    expect(() => loadConfig({ LECTERN_ROLE: 'worker' })).to.throw(ConfigError, /LECTERN_ROLE.*DATABASE_URL/);
    expect(loadConfig({ LECTERN_ROLE: 'worker', DATABASE_URL: 'postgres://localhost/x' }).role).to.equal('worker');
  });

  it('reads stand-ins for services', () => {
    const config = loadConfig({ LECTERN_STAND_INS: 'https://a.example=http://127.0.0.1:1, https://b.example=http://127.0.0.1:2' });

    expect(config.standIns).to.deep.equal({ 'https://a.example': 'http://127.0.0.1:1', 'https://b.example': 'http://127.0.0.1:2' });
    expect(() => loadConfig({ LECTERN_STAND_INS: 'a.example' })).to.throw(/LECTERN_STAND_INS/);
  });

  it('takes a base path with or without a slash at its end, and refuses one that would be ambiguous', () => {
    expect(loadConfig({}).basePath).to.equal('');
    expect(loadConfig({ LECTERN_BASE_PATH: '/' }).basePath).to.equal('');
    expect(loadConfig({ LECTERN_BASE_PATH: '/lectern/' }).basePath).to.equal('/lectern');
    expect(loadConfig({ LECTERN_BASE_PATH: '/books/lectern' }).basePath).to.equal('/books/lectern');
    for (const wrong of ['lectern', '//evil.example', '/a b', '/..', '/a/../b', '/a//b', '/a?b', '/%2e', '/"><script>'])
      expect(() => loadConfig({ LECTERN_BASE_PATH: wrong }), wrong).to.throw(ConfigError, /LECTERN_BASE_PATH/);
    for (const own of ['/api', '/assets/x', '/metrics', '/admin', '/requests/', '/sign-in'])
      expect(() => loadConfig({ LECTERN_BASE_PATH: own }), own).to.throw(ConfigError, /of Lectern's own/);
  });
});
