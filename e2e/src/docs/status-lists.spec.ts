import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { factsOf, REQUEST_STATUSES } from '@lectern/core/testing';

const root = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** Files that may name two statuses in one list: the table itself, the moves between them, and SQL that has long run on servers. */
const MAY = ['core/src/features/lifecycle/statuses.ts', 'core/src/features/lifecycle/machine.ts', 'core/src/platform/db/migrations/'];

function sourcesOf(folder: string): string[] {
  return readdirSync(root(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.spec|\.spec\.support|\.generated)\.tsx?$/.test(name))
    .map((name) => `${folder}/${name}`);
}

/** Brackets that hold nothing but two or more statuses, and comparisons with one after the other. */
function listsOfStatuses(text: string): string[] {
  const word = `['"](?:${REQUEST_STATUSES.join('|')})['"]`;
  const list = new RegExp(String.raw`[[(]\s*${word}(?:\s*,\s*${word})+,?\s*[\])]`, 'g');
  const chain = new RegExp(String.raw`${word}\s*(?:\|\||&&)\s*[\w.]+\s*[!=]==\s*${word}`, 'g');
  const partial = /Partial<Record<RequestStatus, (?!number>)/g;
  return [list, chain, partial].flatMap((pattern) => text.match(pattern) ?? []);
}

describe('the statuses of a request', () => {
  it('are recognized in lists, chains of comparisons and tables with holes', () => {
    expect(listsOfStatuses("['warn', 'failed'].includes(x); status IN ('pending', 'warn')")).to.have.length(2);
    expect(listsOfStatuses("status === 'warn' || status === 'failed'")).to.have.length(1);
    expect(listsOfStatuses("const a: Partial<Record<RequestStatus, string>> = {}; ['queued', 'failed']")).to.have.length(1);
  });

  it('are listed by hand only in their table', () => {
    const sources = ['core/src', 'web/src', 'plugin-api/src', 'demo/src', 'simulators/src', 'bench/src'].flatMap(sourcesOf);
    const found = sources
      .filter((path) => !MAY.some((allowed) => path.startsWith(allowed)))
      .flatMap((path) => listsOfStatuses(readFileSync(root(path), 'utf8')).map((list) => `${path}: ${list}`));

    expect(sources.length).to.be.greaterThan(400);
    expect(found).to.deep.equal([]);
  });

  it('are live on pages exactly as on the server', () => {
    const table = readFileSync(root('web/src/api/request-status.ts'), 'utf8');
    const onPages = [...table.matchAll(/^ {2}(\w+): \{ tone: .*life: '(\w+)'/gm)].map(([, status, life]) => [status, life]);

    expect(onPages).to.have.deep.members(REQUEST_STATUSES.map((status) => [status, factsOf(status).life]));
  });

  it('accept new search terms on pages if the server uses them', () => {
    const table = readFileSync(root('web/src/api/request-status.ts'), 'utf8');
    const onPages = [...table.matchAll(/^ {2}(\w+): \{ tone: .*newTerms: '(\w+)'/gm)].map(([, status, when]) => [status, when]);
    const onServer = REQUEST_STATUSES.map((status) => {
      const { nextSearch, life } = factsOf(status);
      const searchesAtOnce = nextSearch === 'scheduled' || nextSearch === 'on_demand';
      return [status, searchesAtOnce ? 'now' : life === 'live' ? 'later' : 'late'];
    });

    expect(onPages).to.have.deep.members(onServer);
  });
});
