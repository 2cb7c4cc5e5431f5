import { expect } from 'chai';
import * as formats from './format-values.js';

const NOW = new Date('2026-11-21T12:00:00Z');

describe('formats', () => {
  it('writes sizes in decimal units', () => {
    expect(formats.formatBytes(0, 'en')).to.equal('0 byte');
    expect(formats.formatBytes(1500, 'en')).to.equal('1.5 kB');
    expect(formats.formatBytes(478e6, 'en')).to.equal('478 MB');
    expect(formats.formatBytes(1.44e9, 'de')).to.match(/^1,4\s?GB$/);
  });

  it('writes lengths in hours and minutes', () => {
    expect(formats.formatDuration(45, 'en')).to.equal('45\u00a0min');
    expect(formats.formatDuration(278, 'ja')).to.equal('4時間38分');
    expect(formats.formatDuration(120, 'en')).to.equal('2\u00a0hr');
    expect(formats.formatDuration(712, 'en')).to.equal('11\u00a0hr 52\u00a0min');
  });

  it('says 100 % only when everything is there', () => {
    expect(formats.formatPercent(0.999, 'en')).to.equal('99%');
    expect(formats.formatPercent(1, 'en')).to.equal('100%');
    expect(formats.formatPercent(-1, 'en')).to.equal('0%');
  });

  it('writes a remaining time in its largest units', () => {
    expect(formats.formatRemaining(0.2, 'en')).to.equal('1\u00a0sec');
    expect(formats.formatRemaining(262, 'en')).to.equal('4\u00a0min');
  });

  it('writes a moment relative to now', () => {
    expect(formats.formatRelative('2026-11-21T12:00:10Z', 'en', NOW)).to.equal('now');
    expect(formats.formatRelative('2026-11-21T12:25:00Z', 'en', NOW)).to.equal('in 25 minutes');
    expect(formats.formatRelative('2026-11-21T12:25:00Z', 'ja', NOW)).to.equal('25分後');
    expect(formats.formatRelative('2026-11-20T12:00:00Z', 'en', NOW)).to.equal('yesterday');
  });

  it('writes the time of a near moment, and the date of any other', () => {
    const local = (value: Date) => formats.formatMoment(value, 'en-GB', NOW);
    const at = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000);

    expect(local(at(2))).to.equal(formats.formatTime(at(2), 'en-GB'));
    expect(local(at(23))).to.match(/^\d\d:\d\d$/);
    expect(local(at(25))).to.equal(formats.formatDateTime(at(25), 'en-GB'));
  });

  it('writes the parts of a calendar day, in every time zone', () => {
    expect(formats.formatMonth('2026-03', 'en-GB')).to.equal('March 2026');
    expect(formats.formatDayOfMonth('2026-03-01', 'en-GB')).to.equal('1');
    expect(formats.formatWeekday('2026-03-01', 'en-GB')).to.equal('Sun');
    expect(formats.formatMonth('soon', 'en')).to.equal('');
  });

  it('keeps a calendar day in every time zone, and the year only when it differs', () => {
    expect(formats.formatDay('2026-03-12', 'en-GB', NOW)).to.equal('12 March');
    expect(formats.formatDay('2027-03-12', 'en-GB', NOW)).to.equal('12 March 2027');
    expect(formats.formatDay('soon', 'en', NOW)).to.equal('soon');
  });

  it('names today and yesterday as headings, in the calendar of the reader', () => {
    const [late, early] = [new Date(2026, 10, 21, 23, 59), new Date(2026, 10, 21, 0, 1)];
    const heading = (day: string, locale: string, now = late) => formats.formatDayHeading(day, locale, now);

    expect([heading('2026-11-21', 'en'), heading('2026-11-21', 'en', early)]).to.deep.equal(['Today', 'Today']);
    expect([heading('2026-11-20', 'en'), heading('2026-11-20', 'en', early)]).to.deep.equal(['Yesterday', 'Yesterday']);
    expect(['de', 'fr', 'es', 'ja', 'ar'].map((locale) => heading('2026-11-20', locale))).to.deep.equal([
      'Gestern',
      'Hier',
      'Ayer',
      '昨日',
      'أمس',
    ]);
    expect([heading('2026-11-19', 'en-GB'), heading('2026-11-22', 'en-GB')]).to.deep.equal(['19 November', '22 November']);
    expect(heading('2026-01-01', 'en', new Date(2026, 0, 2))).to.equal('Yesterday');
  });

  it('names a language by its code, and leaves other words unchanged', () => {
    expect(formats.formatLanguage('de', 'en')).to.equal('German');
    expect(formats.formatLanguage('english language', 'en')).to.equal('English language');
  });

  it('names a region of a catalogue in the language if it is a country', () => {
    expect(formats.formatRegion({ id: 'us', name: 'United States' }, 'de')).to.equal('Vereinigte Staaten');
    expect(formats.formatRegion({ id: 'uk', name: 'United Kingdom' }, 'en')).to.equal('United Kingdom');
    expect(formats.formatRegion({ id: 'us', name: 'Hörverlag' }, 'de')).to.equal('Hörverlag');
    expect(formats.formatRegion({ id: 'north', name: 'The north' }, 'de')).to.equal('The north');
  });
});
