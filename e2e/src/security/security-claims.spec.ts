import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const security = readFileSync(`${root}SECURITY.md`, 'utf8');
const page = readFileSync(`${root}docs/security-claims.md`, 'utf8');
/** What somebody reads in ten minutes. */
const MOST_WORDS = 2500;

/** The part of the page below a heading, up to the next of its kind. */
function section(heading: string): string {
  const [, rest = ''] = page.split(`\n## ${heading}\n`);
  return rest.split('\n## ')[0] ?? '';
}

/** A claim with the lines below it that prove it. */
interface Claim {
  readonly text: string;
  readonly proofs: readonly string[];
}

function claimsOf(text: string): Claim[] {
  return text.split(/\n(?=- )/).flatMap((block) => {
    if (!block.trimStart().startsWith('- ')) return [];
    const [head = '', ...proofs] = block.split(/\n {2}- /);
    return [{ text: head.replace(/\s+/g, ' ').trim(), proofs: proofs.map((line) => line.replace(/\s+/g, ' ').trim()) }];
  });
}

/** A proof: a link to a spec, and titles of its tests in “”. */
function read(proof: string): { readonly path: string; readonly titles: readonly string[] } {
  return {
    path: /\]\(\.\.\/([^)]+\.spec\.tsx?)\)/.exec(proof)?.[1] ?? '',
    titles: [...proof.matchAll(/“([^”]+)”/g)].map(([, title = '']) => title),
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** The titles of tests in a spec, as patterns: placeholders match anything. */
function titlesIn(path: string): RegExp[] {
  const source = readFileSync(root + path, 'utf8');
  const titles = [...source.matchAll(/\b(?:it|describe)\(\s*(?:'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`)/g)];
  return titles.map(([, single, double, template]) => {
    const text = (single ?? double ?? template ?? '').replace(/\\(.)/g, '$1');
    const parts = template === undefined ? [text] : text.split(/\$\{(?:[^{}]|\{[^{}]*\})*\}/);
    return new RegExp(`^${parts.map(escaped).join('.+')}$`);
  });
}

describe('what is claimed of security', () => {
  const protections = claimsOf(section('What protects it'));
  const mistakes = claimsOf(section('Published mistakes'));

  it('is short, with the proofs on a page of their own', () => {
    expect(security.split(/\s+/).length).to.be.at.most(MOST_WORDS);
    expect(security).to.include('](docs/security-claims.md)');
  });

  it('names a test for every claim', () => {
    expect(protections.length).to.be.above(40);
    expect(mistakes.length).to.be.above(20);
    const unproved = [...protections, ...mistakes].filter(({ proofs }) => proofs.length === 0);
    expect(unproved.map(({ text }) => text.slice(0, 80))).to.deep.equal([]);
  });

  it('names tests that exist', () => {
    const known = new Map<string, RegExp[]>();
    const wrong: string[] = [];
    for (const { proofs } of [...protections, ...mistakes]) {
      for (const proof of proofs) {
        const { path, titles } = read(proof);
        if (path === '' || titles.length === 0) wrong.push(`no spec or no title: ${proof}`);
        else if (!existsSync(root + path)) wrong.push(`no such file: ${path}`);
        else {
          const patterns = known.get(path) ?? titlesIn(path);
          known.set(path, patterns);
          for (const title of titles) if (!patterns.some((pattern) => pattern.test(title))) wrong.push(`${path}: ${title}`);
        }
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  it('lists every test of the folder of mistakes', () => {
    const folder = 'e2e/src/security/published-mistakes/';
    const listed = new Set(
      mistakes.flatMap(({ proofs }) => proofs.map(read)).flatMap(({ path, titles }) => titles.map((title) => `${path}: ${title}`)),
    );
    const missing = readdirSync(root + folder)
      .filter((name) => name.endsWith('.spec.ts'))
      .flatMap((name) => {
        const source = readFileSync(root + folder + name, 'utf8');
        return [...source.matchAll(/\bit\('((?:[^'\\]|\\.)*)'/g)].map(
          ([, title = '']) => `${folder}${name}: ${title.replace(/\\(.)/g, '$1')}`,
        );
      })
      .filter((title) => !listed.has(title));
    expect(missing).to.deep.equal([]);
  });
});
