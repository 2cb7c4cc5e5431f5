import { expect } from 'chai';
import { DEFAULT_SETTINGS } from '../../settings/index.js';
import { isSeededEnough, mustStillSeed, seedingLimits, seedingRule } from './seeding-rule.js';

describe('rules of seeding', () => {
  const defaults = DEFAULT_SETTINGS.downloads;

  it('have no end unless somebody sets one', () => {
    const rule = seedingRule(defaults, 'Tracker');
    expect(isSeededEnough(rule, { ratio: 900, seedingSeconds: 1e9 })).to.equal(false);
    expect(mustStillSeed(rule, { state: 'seeding', ratio: 0 })).to.equal(false);
    expect(seedingLimits(rule)).to.deep.equal({});
  });

  it('are those of the indexer, by its name, and else those of all indexers', () => {
    const settings = { ...defaults, seedRatio: 2, seedMinutes: 60, indexers: [{ indexer: ' my Tracker ', seedRatio: 5 }] };
    expect(seedingRule(settings, 'My tracker')).to.deep.equal({ ratio: 5, minutes: 60, until: 'either' });
    expect(seedingRule(settings, 'My trackers')).to.include({ ratio: 2 });
  });

  it('end with either limit, or with both', () => {
    const rule = { ratio: 2, minutes: 60 } as const;
    const half = { ratio: 2, seedingSeconds: 3599 };
    expect(isSeededEnough({ ...rule, until: 'either' }, half)).to.equal(true);
    expect(isSeededEnough({ ...rule, until: 'both' }, half)).to.equal(false);
    expect(isSeededEnough({ ...rule, until: 'both' }, { ratio: 2, seedingSeconds: 3600 })).to.equal(true);
  });

  it('do not end by what the client does not tell', () => {
    expect(isSeededEnough({ ratio: 0, minutes: 0, until: 'either' }, {})).to.equal(false);
  });

  it('give the client no limit at which it would stop too early', () => {
    expect(seedingLimits({ ratio: 2, minutes: 60, until: 'either' })).to.deep.equal({ seedRatio: 2, seedMinutes: 60 });
    expect(seedingLimits({ ratio: 2, minutes: 60, until: 'both' })).to.deep.equal({});
    expect(seedingLimits({ ratio: null, minutes: 60, until: 'both' })).to.deep.equal({ seedMinutes: 60 });
  });

  it('do not hold what is not complete', () => {
    const rule = { ratio: 2, minutes: null, until: 'either' } as const;
    expect(mustStillSeed(rule, { state: 'downloading', ratio: 0 })).to.equal(false);
    expect(mustStillSeed(rule, { state: 'completed', ratio: 1 })).to.equal(true);
    expect(mustStillSeed(rule, { state: 'seeding', ratio: 2 })).to.equal(false);
  });
});
