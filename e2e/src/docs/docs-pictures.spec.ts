import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { PICTURES } from '../look/documented.js';
import { PAGES } from '../look/pages.js';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const IMAGES = join(ROOT, 'docs/images');
const MOST_BYTES = 150_000;

describe('the pictures of the documentation', () => {
  it('are those that a script makes, of pages that there are', async () => {
    expect((await readdir(IMAGES)).sort()).to.deep.equal(PICTURES.map(({ name }) => `${name}.webp`).sort());

    const names = PAGES.map(({ name }) => name);
    expect(PICTURES.filter(({ of }) => !names.includes(of))).to.deep.equal([]);
  });

  it('are small, shown somewhere, and described there', async () => {
    const pages = (await readdir(join(ROOT, 'docs'), { recursive: true })).filter((name) => name.endsWith('.md'));
    const texts = await Promise.all(
      ['README.md', ...pages.map((name) => join('docs', name))].map((name) => readFile(join(ROOT, name), 'utf8')),
    );
    const all = texts.join('\n');
    for (const { name } of PICTURES) {
      expect((await stat(join(IMAGES, `${name}.webp`))).size, name).to.be.below(MOST_BYTES);
      const shown = new RegExp(`!\\[[^\\]]{12,}\\]\\([./a-z]*images/${name}\\.webp\\)|images/${name}\\.webp" alt="[^"]{12,}"`);
      expect(all, name).to.match(shown);
    }
  });
});
