import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const PLUGINS = fileURLToPath(new URL('../../../plugins/', import.meta.url));

/** The suite that belongs to each kind. */
const SUITES = {
  indexer: 'indexerContract',
  downloadClient: 'downloadClientContract',
  mediaServer: 'mediaServerContract',
  notifier: 'notifierContract',
  shelfProvider: 'shelfProviderContract',
  ebookSource: 'ebookSourceContract',
  catalog: 'catalogContract',
  signInProvider: 'signInProviderContract',
} as const;

interface Manifest {
  readonly id: string;
  readonly provides: readonly (keyof typeof SUITES)[];
}

function specsOf(dir: string): string {
  const files = readdirSync(join(dir, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.spec.ts'));
  return files.map((name) => readFileSync(join(dir, 'src', name), 'utf8')).join('\n');
}

// adding a directory adds its tests
for (const id of readdirSync(PLUGINS).filter((name) => existsSync(join(PLUGINS, name, 'package.json')))) {
  describe(`plugins/${id}`, () => {
    const dir = join(PLUGINS, id);
    const pkg = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as { name: string; lectern: Manifest };

    it('has the same name everywhere', () => {
      expect(pkg.name).to.equal(`@lectern/${id}`);
      expect(pkg.lectern.id).to.equal(id);
    });

    it('runs describePlugin and the suite of every kind it provides', () => {
      const specs = specsOf(dir);
      const wanted = ['describePlugin', ...pkg.lectern.provides.map((kind) => SUITES[kind])];

      expect(wanted.filter((name) => !new RegExp(`^\\s*${name}[<(]`, 'm').test(specs))).to.deep.equal([]);
    });
  });
}
