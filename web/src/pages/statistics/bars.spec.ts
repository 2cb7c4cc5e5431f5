import { expect } from 'chai';
import { barsOf } from './bars.js';
import { waitText } from './wait-text.js';

const month = (name: string, audiobooks: number) => ({
  month: name,
  audiobooks,
  ebooks: 1,
  minutes: audiobooks * 90,
  waitMedianSeconds: audiobooks === 0 ? null : 600,
});

describe('the bars of what arrived', () => {
  it('are months with their names', () => {
    expect(barsOf([month('2026-01', 2), month('2026-02', 0)], 'en-US')).to.deep.equal({
      by: 'month',
      bars: [
        { label: 'Jan 26', name: 'January 2026', audiobooks: 2, ebooks: 1, hours: 3, wait: 600 },
        { label: 'Feb 26', name: 'February 2026', audiobooks: 0, ebooks: 1, hours: 0, wait: undefined },
      ],
    });
  });

  it('are years where there are many months', () => {
    const months = Array.from({ length: 40 }, (_, n) => month(`${2023 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}`, 1));

    const { by, bars } = barsOf(months, 'en-US');

    expect(by).to.equal('year');
    expect(bars.map(({ label, audiobooks }) => [label, audiobooks])).to.deep.equal([
      ['2023', 12],
      ['2024', 12],
      ['2025', 12],
      ['2026', 4],
    ]);
    expect(
      bars.some(({ wait }) => wait !== undefined),
      'the median of a year does not follow from those of its months',
    ).to.equal(false);
  });
});

describe('the words for a wait', () => {
  it('have one or two units, by how long it was', () => {
    expect([20, 300, 3 * 3600 + 120, 30 * 3600, 12 * 86_400].map((seconds) => waitText(seconds, 'en-US'))).to.deep.equal([
      '20 sec',
      '5 min',
      '3 hr 2 min',
      '1 day 6 hr',
      '12 days',
    ]);
  });
});
