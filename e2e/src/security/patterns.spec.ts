import { expect } from 'chai';
import { BOUNDED, BUILT_LATER, MOST_UNITS } from './patterns/bounded-input.spec.support.js';
import { IS_LONG_RUN } from '../long-run.spec.support.js';
import { checkPatterns, keptGrowths, nameOf, type Growth } from './patterns/check-patterns.spec.support.js';
import { collectPatterns, type Collected, type FoundPattern } from './patterns/collect-patterns.spec.support.js';

describe('the regular expressions of the server and the plugins', () => {
  let collected: Collected;
  let growths: ReadonlyMap<FoundPattern, Growth>;

  before(async function () {
    this.timeout(1_200_000);
    collected = await collectPatterns();
    growths = await checkPatterns(collected.patterns);
  });

  const boundOf = (file: string) => BOUNDED.find(({ path }) => file === path || (path.endsWith('/') && file.startsWith(path)));

  it('are all found', () => {
    expect(collected.patterns.length).to.be.above(400);
    expect(collected.unread).to.deep.equal([]);
    expect(collected.patterns.some(({ files }) => files.some((file) => file.endsWith('settings.schema.json')))).to.equal(true);
  });

  it('take time that grows with the length of the text only, or with its square where the text is short', () => {
    const bad = [...growths].flatMap(([{ source, flags, files }, growth]) =>
      growth === 'linear'
        ? []
        : files.filter((file) => growth !== 2 || !boundOf(file)).map((file) => `${file}: /${source}/${flags} is ${growth}`),
    );

    expect(bad).to.deep.equal([]);
  });

  // otherwise the answers are the kept ones
  if (IS_LONG_RUN) {
    it('have the answers that are kept', () => {
      const answers = Object.fromEntries([...growths].map(([pattern, growth]) => [nameOf(pattern), growth]));
      const kept = keptGrowths();

      expect(Object.keys(kept).length, 'answers of this release of recheck').to.be.above(0);
      expect(Object.fromEntries(Object.keys(kept).map((name) => [name, answers[name]]))).to.deep.equal(kept);
    });
  }

  it('see short text wherever that is the excuse, and no excuse is left over', () => {
    const used = new Set([...growths].flatMap(([{ files }, growth]) => (growth === 2 ? files.map(boundOf) : [])));

    expect(BOUNDED.filter((place) => !used.has(place))).to.deep.equal([]);
    expect(BOUNDED.filter(({ longest }) => longest > MOST_UNITS)).to.deep.equal([]);
  });

  it('are written in the code, not built of what comes in', () => {
    expect([...collected.builtLater].sort()).to.deep.equal(Object.keys(BUILT_LATER).sort());
  });
});
