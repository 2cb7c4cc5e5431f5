import { readdir, readFile } from 'node:fs/promises';
import { loadConfig } from '@lectern/core';
import { expect } from 'chai';

const ROUTES = new URL('../../../web/src/app/', import.meta.url);
/** A page that stands below no other: what its path begins with. */
const PAGE = /getParentRoute: \(\) => (?:rootRoute|shellRoute),\s+path: '\/([a-z-]+)/g;

describe('the path that a server is served below', () => {
  it('is not that of a page', async () => {
    const files = (await readdir(ROUTES)).filter((name) => name.endsWith('-routes.ts'));
    const texts = await Promise.all(files.map((name) => readFile(new URL(name, ROUTES), 'utf8')));
    const pages = new Set(texts.flatMap((text) => [...text.matchAll(PAGE)].map(([, first]) => first ?? '')));

    const allowed = [...pages].filter((first) => {
      try {
        return loadConfig({ LECTERN_BASE_PATH: `/${first}` }).basePath !== '';
      } catch {
        return false;
      }
    });

    expect([...pages]).to.include.members(['admin', 'requests', 'sign-in', 'setup', 'statistics']);
    expect(allowed).to.deep.equal([]);
  });
});
