import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { environmentOf, listOf, parseDockerfile, readDockerignore } from './dockerfile.spec.support.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string): string => readFileSync(`${ROOT}${name}`, 'utf8');
const ENTRYPOINT = `${ROOT}docker/entrypoint.sh`;

interface Compose {
  readonly services: Readonly<
    Record<string, { readonly environment?: Readonly<Record<string, string>>; readonly ports?: readonly string[] }>
  >;
}

describe('the Dockerfile', () => {
  const stage = parseDockerfile(read('Dockerfile')).at(-1);

  it('has nothing that a linter finds', () => {
    expect(validate(read('Dockerfile')).map(({ message }) => message)).to.deep.equal([]);
  });

  it('serves as somebody who is not root, from a data directory that is a volume, with a check of its health', () => {
    expect(stage?.steps.find(({ name }) => name === 'USER')?.rest).to.equal('node');
    expect(stage?.steps.find(({ name }) => name === 'VOLUME')?.rest).to.equal('/data');
    expect(environmentOf(stage)).to.include({ LECTERN_DATA: '/data' });
    expect(listOf(stage, 'HEALTHCHECK').at(-1)).to.match(/healthcheck\.mjs$/);
  });

  it('leaves out what was built, what is kept and what is secret', () => {
    const takesIn = readDockerignore(read('.dockerignore'));
    const paths = [
      'node_modules/koa/package.json',
      'core/dist/bundle/cli.js',
      'core/node_modules/a/index.js',
      '.git/config',
      '.env',
      'data/keys.json',
    ];

    expect(paths.filter(takesIn)).to.deep.equal([]);
    expect(
      ['core/src/cli.ts', 'e2e/package.json', 'package-lock.json', 'docker/entrypoint.sh', 'web/public/icon.svg'].filter(takesIn),
    ).to.have.length(5);
  });
});

describe('the compose files', () => {
  it('have nothing that a linter finds', () => {
    const program = `${ROOT}node_modules/dclint/bin/dclint.cjs`;
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, '--max-warnings', '0', 'compose.yaml', 'compose.full.yaml'], {
      cwd: ROOT,
      encoding: 'utf8',
    });

    expect(status, `${stdout}${stderr}`).to.equal(0);
  });

  it('have two processes that serve and one that works, on one database, and only the proxy has a port', () => {
    const { services } = parse(read('compose.full.yaml'), { merge: true }) as Compose;
    const roles = Object.values(services).map(({ environment }) => environment?.['LECTERN_ROLE']);

    expect(roles.filter((role) => role !== undefined)).to.have.members(['web', 'web', 'worker']);
    expect(new Set(Object.values(services).flatMap(({ environment }) => environment?.['DATABASE_URL'] ?? []))).to.have.property('size', 1);
    expect(Object.keys(services).filter((name) => services[name]?.ports)).to.deep.equal(['proxy']);
  });
});

describe('the entrypoint of the container', () => {
  const start = (env: Record<string, string>, ...as: string[]) =>
    spawnSync(as[0] ?? ENTRYPOINT, [...as.slice(1), ...(as.length > 0 ? [ENTRYPOINT] : []), 'sh', '-c', 'id -u; id -g; umask'], {
      env: { PATH: process.env['PATH'], LECTERN_DATA: '/nowhere', ...env },
      encoding: 'utf8',
    });
  const isRoot = process.getuid?.() === 0;
  const asNobody = isRoot ? ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--'] : ['env'];

  it('keeps the user that the container was started as, and sets the umask', () => {
    const { stdout } = start({ UMASK: '027' }, ...asNobody);
    const id = isRoot ? '65534' : String(process.getuid?.());

    expect(stdout.split('\n')[0]).to.equal(id);
    expect(stdout.split('\n')[2]).to.equal('0027');
  });

  it('refuses to become another user without being root, and says what to set', () => {
    const { status, stderr } = start({ PUID: '4711' }, ...asNobody);

    expect(status).to.equal(64);
    expect(stderr).to.equal(
      'lectern: PUID and PGID need a container that starts as root: set user: "0:0", or leave them out and set user: "4711:4711".\n',
    );
  });

  it('refuses a umask that is none', () => {
    const { status, stderr } = start({ UMASK: '9' }, ...asNobody);

    expect(status).to.equal(64);
    expect(stderr).to.equal('lectern: UMASK has to be an octal number, such as 002; it is "9".\n');
  });

  it('refuses, as root, to be root or nobody that there could be', function () {
    if (!isRoot) this.skip();
    const zero = start({ PUID: '0' });
    const word = start({ PUID: 'me' });

    expect([zero.status, word.status]).to.deep.equal([64, 64]);
    expect(zero.stderr).to.equal('lectern: PUID is 0. Lectern does not run as root.\n');
    expect(word.stderr).to.equal('lectern: PUID has to be a number, such as 1000; it is "me".\n');
  });

  it('is a script that a shell reads without complaint', () => {
    expect(execFileSync('sh', ['-n', ENTRYPOINT], { encoding: 'utf8' })).to.equal('');
  });
});
