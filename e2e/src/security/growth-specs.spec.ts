import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const PLUGINS = fileURLToPath(new URL('../../../plugins/', import.meta.url));

/** Whether specs of the plugin feed its readers small and large answers. */
function measuresGrowth(plugin: string): boolean {
  const folder = `${PLUGINS}${plugin}/src/`;
  const specs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('growth.spec.ts'));
  return specs.some((file) => /\bawait expectBounded(?:Growth|Reading)\(/.test(readFileSync(folder + file, 'utf8')));
}

describe('every plugin', () => {
  it('has a spec that feeds it answers of growing size', () => {
    const plugins = readdirSync(PLUGINS, { withFileTypes: true }).filter((entry) => entry.isDirectory());

    expect(plugins.length).to.be.above(10);
    expect(plugins.map(({ name }) => name).filter((name) => !measuresGrowth(name))).to.deep.equal([]);
  });
});
