import { expect } from 'chai';
import { chooseVersion } from './choose-version.js';
import type { PublishedVersion } from './published-package.js';

const NAME = 'lectern-plugin-sample';

/** Newest first, like a registry. */
function published(...versions: [string, Partial<PublishedVersion>?][]) {
  const all = versions.map(([version, rest]) => ({ name: NAME, version, tarball: `${version}.tgz`, api: '^1.0.0', ...rest }));
  return { name: NAME, tags: {}, versions: all };
}

describe('the chosen version', () => {
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

  it('is one made for this server rather than the one tagged latest, without a specification', () => {
    const next = { ...published(['2.0.0', { api: '^9.0.0' }], ['1.4.0'], ['1.3.0']), latest: '2.0.0' };
    const node = { ...published(['2.0.0', { node: '>=99' }], ['1.4.0', { node: '>=20' }]), latest: '2.0.0' };
    const none = { ...published(['2.0.0', { api: '^9.0.0' }]), latest: '2.0.0' };
    const early = published(['1.0.0-beta.2'], ['1.0.0-beta.1']);

    expect([next, node, none, early].map((one) => chooseVersion(one)?.version)).to.deep.equal(['1.4.0', '1.4.0', '2.0.0', '1.0.0-beta.2']);
  });

  it('is the one that a tag names', () => {
    const all = { ...published(['2.0.0-beta.1'], ['1.4.0']), latest: '1.4.0', tags: { latest: '1.4.0', beta: '2.0.0-beta.1' } };

    expect(['latest', 'beta', 'toString'].map((tag) => chooseVersion(all, tag)?.version)).to.deep.equal([
      '1.4.0',
      '2.0.0-beta.1',
      undefined,
    ]);
  });

  it('is, within a range, one that runs here rather than a newer one that does not', () => {
    expect(chooseVersion(published(['1.5.0', { api: '^9.0.0' }], ['1.4.0']), '^1')?.version).to.equal('1.4.0');
    expect(chooseVersion(published(['1.5.0', { api: '^9.0.0' }], ['1.4.0', { api: '^9.0.0' }]), '^1')?.version).to.equal('1.5.0');
    expect(chooseVersion(published(['1.5.0', { api: undefined }], ['1.4.0']), '^1')?.version, 'unknown').to.equal('1.5.0');
  });

  it('is, within a range, one its author supports, unless only the others run here', () => {
    const bad = { deprecated: 'It blinks too often.' };

    expect(chooseVersion(published(['1.5.0', bad], ['1.4.0']), '^1')?.version).to.equal('1.4.0');
    expect(chooseVersion(published(['1.5.0', { api: '^9.0.0' }], ['1.4.0', bad]), '^1')?.version).to.equal('1.4.0');
  });

  it('is, within a range, the one tagged latest rather than a newer one, and a pre-release only if named', () => {
    const all = { ...published(['1.6.0-beta.1'], ['1.5.0'], ['1.4.0']), latest: '1.4.0' };

    expect(chooseVersion(all, '^1')?.version).to.equal('1.4.0');
    expect(chooseVersion(all, '^1.5')?.version).to.equal('1.5.0');
    expect(chooseVersion(all, '^1.6.0-beta')?.version).to.equal('1.6.0-beta.1');
  });
});
