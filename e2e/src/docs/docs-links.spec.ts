import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const SKIPPED = new Set(['node_modules', 'dist', 'data', 'screenshots', '__fixtures__']);

function markdownFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith('.') || SKIPPED.has(entry.name)) return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownFiles(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

/** The text without code, in which brackets and `#` mean something else. */
function prose(text: string): string {
  return text.replace(/^(```|~~~)[^]*?^\1/gm, '').replace(/`[^`\n]*`/g, 'code');
}

/** Headings as GitHub names them in links. */
function anchors(path: string): Set<string> {
  const text = readFileSync(path, 'utf8').replace(/^(```|~~~)[^]*?^\1/gm, '');
  const seen = new Map<string, number>();
  return new Set(
    [...text.matchAll(/^#{1,6} +(.+?) *$/gm)].map(([, heading = '']) => {
      const slug = heading
        .toLowerCase()
        .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
        .replace(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-');
      const count = seen.get(slug) ?? 0;
      seen.set(slug, count + 1);
      return count === 0 ? slug : `${slug}-${count}`;
    }),
  );
}

function brokenLinks(path: string): string[] {
  const links = [...prose(readFileSync(path, 'utf8')).matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)/g)].map(([, link = '']) => link);
  return links.filter((link) => {
    if (/^[a-z][a-z0-9+.-]*:/i.test(link)) return false;
    const [file = '', anchor] = link.split('#');
    const target = file === '' ? path : join(dirname(path), decodeURIComponent(file));
    // a link that leaves the repository breaks in every other place it is cloned to
    if (relative(ROOT, target).startsWith('..') || !existsSync(target)) return true;
    return anchor !== undefined && target.endsWith('.md') && !anchors(target).has(anchor);
  });
}

describe('the documents', () => {
  for (const path of markdownFiles(ROOT)) {
    it(`have no broken links in ${relative(ROOT, path)}`, () => {
      expect(brokenLinks(path)).to.deep.equal([]);
    });
  }
});
