import { expect } from 'chai';
import { manifestProblems } from './manifest-problems.js';

const FIELDS = ['baseUrl'];

describe('manifestProblems', () => {
  for (const host of ['api.example.org', 'API.Example.org', 'xn--bcher-kva.example', '*.example.org', '*', 'settings:baseUrl', 'nas']) {
    it(`accepts the host ${host}`, () => {
      expect(manifestProblems({ hosts: [host] }, FIELDS)).to.deep.equal([]);
    });
  }

  for (const [host, problem] of [
    ['http://x', /“http:\/\/x” .*alone/],
    ['x.example.org/path', /alone/],
    ['x.example.org:8080', /alone/],
    ['user@x.example.org', /alone/],
    ['127.0.0.1:42204', /alone/],
    ['127.0.0.1', /settings:<field>/],
    ['192.168.1.5', /settings:<field>/],
    ['[::1]', /settings:<field>/],
    ['localhost', /settings:<field>/],
    ['x.*.org', /alone/],
    ['*example.org', /alone/],
    ['exa mple.org', /alone/],
    ['-x.example.org', /alone/],
    ['bücher.example', /xn--/],
    ['settings:nope', /no field nope.*baseUrl/],
    ['settings:', /no field/],
    ['settings:toString', /no field toString/],
  ] as const) {
    it(`reports the host ${host}, and says what is right`, () => {
      const problems = manifestProblems({ hosts: ['api.example.org', host] }, FIELDS);

      expect(problems).to.have.length(1);
      expect(problems[0]).to.match(/^lectern\/hosts: /);
      expect(problems[0]).to.match(problem);
      expect(problems[0]).to.contain(host);
    });
  }

  it('does not report a settings field when the settings are unknown', () => {
    expect(manifestProblems({ hosts: ['settings:nope'] })).to.deep.equal([]);
  });

  for (const [what, displayName] of [
    ['turns the direction of what follows', 'Good \u202Egnp.exe'],
    ['encloses a direction', 'Good \u2066x'],
    ['breaks the line', 'Good\nname'],
    ['holds a control character', 'Good\u0007'],
    ['is blank', ' \u00A0 '],
  ] as const) {
    it(`reports a name that ${what}`, () => {
      expect(manifestProblems({ displayName }).join()).to.match(/^lectern\/displayName: /);
    });
  }

  it('accepts a name in another script', () => {
    expect(manifestProblems({ displayName: 'ספרים – كتب – 図書 📚' })).to.deep.equal([]);
  });

  it('leaves wrong types to the schema', () => {
    expect(manifestProblems({ hosts: [5, null, ''], displayName: 7 })).to.deep.equal([]);
    expect(manifestProblems({ hosts: 'x' })).to.deep.equal([]);
    expect(manifestProblems(undefined)).to.deep.equal([]);
  });
});
