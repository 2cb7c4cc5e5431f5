import { expect } from 'chai';
import { repositoryOf, textMember } from './package-texts.js';

describe('the address of a package’s source', () => {
  const REPOSITORIES: readonly (readonly [unknown, string | undefined])[] = [
    ['https://git.example/a/b', 'https://git.example/a/b'],
    [{ type: 'git', url: 'git+https://git.example/a/b.git' }, 'https://git.example/a/b'],
    [{ url: 'git+ssh://git@git.example/a/b.git' }, 'https://git.example/a/b'],
    ['somebody/something', 'https://github.com/somebody/something'],
    ['github:somebody/something', 'https://github.com/somebody/something'],
    ['javascript:alert(1)', undefined],
    ['file:///etc/passwd', undefined],
    [`https://git.example/${'a'.repeat(1_000)}`, undefined],
    [7, undefined],
    [undefined, undefined],
  ];

  for (const [repository, address] of REPOSITORIES) {
    it(`is ${address ?? 'nowhere'} for ${JSON.stringify(repository)?.slice(0, 60) ?? 'nothing'}`, () => {
      expect(repositoryOf({ repository })).to.equal(address);
    });
  }
});

describe('the texts of a package', () => {
  it('are read from two files, in any spelling', () => {
    const files = ['README.md', 'readme.md', 'CHANGELOG.MD', 'LICENSE', 'constructor', 'docs/README.md'];

    expect(files.map(textMember)).to.deep.equal(['readme', 'readme', 'changelog', undefined, undefined, undefined]);
  });
});
