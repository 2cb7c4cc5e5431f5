import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { checkImports } from './check-imports.js';
import { checkManifest } from './check-manifest.js';
import { checkSchema, checkSettingsSchema } from './check-settings-schema.js';
import { checkTarball } from './check-tarball.js';
import { describePlugin } from './describe-plugin.js';

const fixtures = fileURLToPath(new URL('__fixtures__/', import.meta.url));
const STRING = { type: 'string', title: 'T', description: 'D' };

function problemsOf(properties: object, rest: object = {}): string[] {
  return checkSchema({ type: 'object', additionalProperties: false, properties, ...rest });
}

describe('checks of a plugin package', () => {
  let dir: string;

  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'lectern-check-'));
    cpSync(join(fixtures, 'good'), dir, { recursive: true });
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  function change(edit: (pkg: Record<string, unknown>) => void): void {
    const pkg = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as Record<string, unknown>;
    edit(pkg);
    writeFileSync(join(dir, 'package.json'), JSON.stringify(pkg));
  }

  it('report everything that is wrong with a manifest at once', () => {
    const problems = checkManifest(join(fixtures, 'bad')).join('\n');

    for (const part of [
      'lectern/id',
      'lectern/provides/0',
      'lectern/displayName',
      'keywords',
      'no field nowhere',
      'engines',
      'must hold @lectern/plugin-api',
    ])
      expect(problems).to.contain(part);
  });

  it('find misspelled members, peers, install scripts and a name that discovery would miss', () => {
    change((pkg) => {
      pkg.name = 'good-plugin';
      pkg.scripts = { postinstall: 'node build.js' };
      pkg.peerDependencies = { '@lectern/plugin-api': '^1.0.0' };
      pkg.dependencies = { '@lectern/core': '^0.1.0', '@lectern/plugin-api': '^1.0.0' };
      pkg.lectern = { ...(pkg.lectern as object), recomends: [], api: 'soon' };
    });

    const problems = checkManifest(dir).join('\n');

    for (const part of [
      'name:',
      'scripts/postinstall',
      'never a peer',
      '@lectern/core is not for plugins',
      'lectern/recomends',
      'lectern/api',
    ])
      expect(problems).to.contain(part);
  });

  it('find meaningless hosts, and an invalid name', () => {
    change((pkg) => {
      const hosts = ['http://x', '127.0.0.1:42204', 'settings:nope', 'settings:webhookUrl', '*'];
      pkg.lectern = { ...(pkg.lectern as object), hosts, displayName: 'Good \u202Egnp.exe' };
    });

    expect(checkManifest(dir).map((problem) => problem.slice(0, 40))).to.have.length(4);
    expect(checkManifest(dir).join('\n')).to.match(/“http:\/\/x” [^]*“127\.0\.0\.1:42204” [^]*no field nope[^]*lectern\/displayName/);
  });

  it('report everything that is wrong with a settings schema at once', () => {
    expect(checkSettingsSchema(join(fixtures, 'bad'))).to.have.members([
      'the schema must have additionalProperties false',
      'apiKey: has no description',
      'apiKey: looks like a secret, but is not marked as one',
      'password: a secret has both format "password" and writeOnly true',
      'list: its items must have additionalProperties false',
      'list.plain: has no title',
      'list.plain: has no description',
    ]);
  });

  it('refuse sample settings that are not valid', () => {
    expect(checkSettingsSchema(join(fixtures, 'good'), { mode: 'loud' })).to.have.length(2);
  });

  for (const name of ['apiKey', 'key', 'userKeys', 'password', 'refreshToken', 'clientSecret', 'webhookUrl']) {
    it(`recognize ${name} as a secret`, () => {
      expect(problemsOf({ [name]: STRING })).to.deep.equal([`${name}: looks like a secret, but is not marked as one`]);
    });
  }

  for (const [what, properties, problem] of [
    ['a nested object', { a: { ...STRING, type: 'object', properties: {} } }, 'outside of the supported subset'],
    ['a keyword outside of the subset', { a: { ...STRING, anyOf: [{ minLength: 1 }] } }, 'anyOf'],
    ['choices without titles', { a: { ...STRING, oneOf: [{ const: 'x' }] } }, 'a const and a title'],
    ['an unknown hint', { a: { ...STRING, 'x-ui': { colour: 'red' } } }, 'x-ui knows no colour'],
    ['an unknown widget', { a: { ...STRING, 'x-ui': { widget: 'dial' } } }, 'no widget "dial"'],
    ['a secret with a default', { a: { ...STRING, format: 'password', writeOnly: true, default: 'x' } }, 'no default'],
    [
      'a secret in a list',
      {
        a: {
          ...STRING,
          type: 'array',
          items: { type: 'object', additionalProperties: false, properties: { b: { ...STRING, format: 'password', writeOnly: true } } },
        },
      },
      'never of their parts',
    ],
    ['a list of lists', { a: { ...STRING, type: 'array', items: { type: 'array', items: { type: 'string' } } } }, 'its items are outside'],
    ['a keyword ajv does not know', { a: { ...STRING, minimumLength: 3 } }, 'does not compile'],
  ] as const) {
    it(`refuse ${what}`, () => {
      expect(problemsOf(properties).join('\n')).to.contain(problem);
    });
  }

  it('accept one level of a condition and no more', () => {
    const inner = { if: { properties: { a: { const: 'y' } } }, then: {} };
    const branch = (then: object) => problemsOf({ a: STRING }, { if: { properties: { a: { const: 'x' } } }, then });

    expect(branch({ required: ['a'] })).to.deep.equal([]);
    expect(branch({ properties: { b: STRING } })).to.deep.equal(['b: stands in a branch only; the settings do not know it']);
    expect(branch(inner)).to.deep.equal(['if: there is one level of conditions']);
  });

  it('find forbidden imports wherever they are', () => {
    mkdirSync(join(dir, 'src'));
    const lines = [
      "import type { Config } from '@lectern/core';",
      "import { join } from 'node:path'; // import x from 'got' is only said here",
      "import { isIP } from 'node:net';",
      "import got from 'got';",
      "export { request } from 'node:https';",
      "const core = await import('@lectern/core');",
      "const other = require('left-pad');",
      "import { spawn } from 'node:child_process';",
      "await fetch('http://x'); await ctx.fetch('no'); globalThis.fetch('y');",
    ];
    writeFileSync(join(dir, 'src/index.ts'), lines.join('\n'));
    writeFileSync(join(dir, 'src/index.spec.ts'), "import got from 'got';");

    const problems = checkImports(dir);

    expect(problems.map((problem) => problem.replace(/^src\/index\.ts /, '').split(/[:,]? /)[1])).to.have.members([
      'got',
      'node:https',
      '@lectern/core',
      'left-pad',
      'node:child_process',
      'the',
    ]);
    expect(checkImports(join(fixtures, 'good'))).to.deep.equal([]);
  });

  it('find missing and superfluous files in a tarball', async () => {
    change((pkg) => {
      pkg.files = ['index.js', 'tests', 'README.md'];
    });
    mkdirSync(join(dir, 'tests'));
    writeFileSync(join(dir, 'tests/a.spec.js'), '');

    expect(await checkTarball(dir)).to.deep.equal([
      'settings.schema.json is not in the tarball',
      'CHANGELOG.md is not in the tarball',
      'the tarball holds test files: tests/a.spec.js',
    ]);
  });
});

describePlugin(join(fixtures, 'good'), { settings: { webhookUrl: 'http://127.0.0.1:9/hook', mode: 'long' } });
