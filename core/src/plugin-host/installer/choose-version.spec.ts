import { expect } from 'chai';
import { chooseVersion } from './choose-version.js';
import type { PublishedVersion } from './registry.js';

const NAME = 'lectern-plugin-sample';

/** The newest first, as a registry gives them. */
function published(...versions: [string, Partial<PublishedVersion>?][]) {
  const all = versions.map(([version, rest]) => ({ name: NAME, version, tarball: `${version}.tgz`, api: '^1.0.0', ...rest }));
  return { name: NAME, versions: all };
}

describe('the version that is meant', () => {
  const good = published(['2.0.0'], ['1.3.0'], ['1.2.4'], ['1.2.0'], ['1.0.0']);
  const cases: [string | undefined, string | undefined][] = [
    [undefined, '2.0.0'],
    ['1.2.0', '1.2.0'],
    ['1.2.1', undefined],
    ['^1.2', '1.3.0'],
    ['~1.2', '1.2.4'],
    ['1', '1.3.0'],
    ['>=1 <1.2', '1.0.0'],
    ['*', '2.0.0'],
    ['^3', undefined],
  ];
  for (const [wanted, version] of cases) {
    it(`is ${version ?? 'none'} of 2.0.0, 1.3.0, 1.2.4, 1.2.0 and 1.0.0 for ${wanted ?? 'nothing'}`, () => {
      expect(chooseVersion(good, wanted)?.version).to.equal(version);
    });
  }

  it('of a range is one that runs here before a newer one that does not', () => {
    expect(chooseVersion(published(['1.5.0', { api: '^9.0.0' }], ['1.4.0']), '^1')?.version).to.equal('1.4.0');
    expect(chooseVersion(published(['1.5.0', { api: '^9.0.0' }], ['1.4.0', { api: '^9.0.0' }]), '^1')?.version).to.equal('1.5.0');
    expect(chooseVersion(published(['1.5.0', { api: undefined }], ['1.4.0']), '^1')?.version, 'unknown').to.equal('1.5.0');
  });

  it('of a range is one its author stands by, unless only the others run here', () => {
    const bad = { deprecated: 'It blinks too often.' };

    expect(chooseVersion(published(['1.5.0', bad], ['1.4.0']), '^1')?.version).to.equal('1.4.0');
    expect(chooseVersion(published(['1.5.0', { api: '^9.0.0' }], ['1.4.0', bad]), '^1')?.version).to.equal('1.4.0');
  });

  it('of a range is the one tagged latest before a newer one, and a pre-release only when it is named', () => {
    const all = { ...published(['1.6.0-beta.1'], ['1.5.0'], ['1.4.0']), latest: '1.4.0' };

    expect(chooseVersion(all, '^1')?.version).to.equal('1.4.0');
    expect(chooseVersion(all, '^1.5')?.version).to.equal('1.5.0');
    expect(chooseVersion(all, '^1.6.0-beta')?.version).to.equal('1.6.0-beta.1');
  });
});
