import { expect } from 'chai';
import { formatterOf } from './formatter-of.js';

describe('formatters of Intl', () => {
  it('are made once for a locale and its options', () => {
    const percent = formatterOf(Intl.NumberFormat, 'de', { style: 'percent' });

    expect(percent.format(0.5)).to.equal('50\u00A0%');
    expect(formatterOf(Intl.NumberFormat, 'de', { style: 'percent' })).to.equal(percent);
    expect(formatterOf(Intl.NumberFormat, 'fr', { style: 'percent' })).to.not.equal(percent);
    expect(formatterOf(Intl.NumberFormat, 'de', {})).to.not.equal(percent);
  });

  it('are those of their kind', () => {
    expect(formatterOf(Intl.DateTimeFormat, 'en', {}).format(new Date('2026-03-12T12:00:00Z'))).to.equal('3/12/2026');
    expect(formatterOf(Intl.NumberFormat, 'en', {}).format(1200)).to.equal('1,200');
  });
});
