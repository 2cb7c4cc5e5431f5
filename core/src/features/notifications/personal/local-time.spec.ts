import { expect } from 'chai';
import { isTimeZone, lastTimeOf, momentOf } from './local-time.js';
import { quietUntil } from './quiet-hours.js';

const at = (text: string) => new Date(text);
const until = (from: string, to: string, timeZone: string, now: string) => quietUntil({ from, to, timeZone }, at(now))?.toISOString();

describe('quiet hours', () => {
  it('go past midnight, and begin and end with the minute', () => {
    const night = (now: string) => until('22:00', '07:30', 'Europe/Berlin', now);

    expect(night('2026-01-10T20:59:59.000Z')).to.equal(undefined);
    expect(night('2026-01-10T21:00:00.000Z')).to.equal('2026-01-11T06:30:00.000Z');
    expect(night('2026-01-10T23:30:00.000Z')).to.equal('2026-01-11T06:30:00.000Z');
    expect(night('2026-01-11T06:29:59.000Z')).to.equal('2026-01-11T06:30:00.000Z');
    expect(night('2026-01-11T06:30:00.000Z')).to.equal(undefined);
  });

  it('lie within a day', () => {
    expect(until('12:00', '14:00', 'UTC', '2026-01-31T13:00:00.000Z')).to.equal('2026-01-31T14:00:00.000Z');
    expect(until('12:00', '14:00', 'UTC', '2026-01-31T11:59:00.000Z')).to.equal(undefined);
  });

  it('follow the clock of the person, also at the end of a month and with odd offsets', () => {
    expect(until('22:00', '06:00', 'America/Los_Angeles', '2026-02-01T06:30:00.000Z')).to.equal('2026-02-01T14:00:00.000Z');
    expect(until('22:00', '06:00', 'Asia/Kathmandu', '2026-12-31T16:30:00.000Z')).to.equal('2027-01-01T00:15:00.000Z');
  });

  it('end by the clock in the nights in which it is changed', () => {
    expect(until('22:00', '07:00', 'Europe/Berlin', '2026-03-28T22:00:00.000Z')).to.equal('2026-03-29T05:00:00.000Z');
    expect(until('22:00', '07:00', 'Europe/Berlin', '2026-10-24T22:00:00.000Z')).to.equal('2026-10-25T06:00:00.000Z');
  });

  it('hold messages back to their end where clocks leave it out or show it twice', () => {
    // at two o’clock in the morning it is three
    expect(until('22:00', '02:30', 'America/New_York', '2026-03-08T03:00:00.000Z')).to.equal('2026-03-08T07:00:00.000Z');
    expect(until('22:00', '02:30', 'America/New_York', '2026-03-08T06:45:00.000Z')).to.equal('2026-03-08T07:00:00.000Z');
    // at two o’clock in the morning it is one once more
    expect(until('22:00', '01:30', 'America/New_York', '2026-11-01T06:10:00.000Z')).to.equal('2026-11-01T06:30:00.000Z');
  });

  it('end later than now, and outside of them, at each quarter of an hour of nights in which clocks are changed', () => {
    const nights = [
      ['America/New_York', '2026-03-08'],
      ['America/New_York', '2026-11-01'],
      ['Europe/Berlin', '2026-03-29'],
      ['Europe/Berlin', '2026-10-25'],
      ['Australia/Lord_Howe', '2026-04-04'],
      ['America/Havana', '2026-03-08'],
    ] as const;
    for (const [timeZone, day] of nights) {
      for (const to of ['00:30', '01:30', '02:15', '03:00', '07:00']) {
        for (let quarter = -48; quarter < 96; quarter += 1) {
          const now = new Date(Date.parse(`${day}T00:00:00.000Z`) + quarter * 900_000);
          const end = quietUntil({ from: '22:00', to, timeZone }, now);
          if (!end) continue;
          const what = `${timeZone} until ${to} at ${now.toISOString()}: ${end.toISOString()}`;
          expect(end.getTime(), what).to.be.above(now.getTime());
          expect(quietUntil({ from: '22:00', to, timeZone }, end), what).to.equal(undefined);
          expect(end.getTime() - now.getTime(), what).to.be.below(12 * 3_600_000);
        }
      }
    }
  });
});

describe('times of a week', () => {
  it('are the last ones, in the zone of the person', () => {
    // a Sunday evening there is a Monday here
    const sunday = { weekday: 7, hour: 20 };
    expect(lastTimeOf('America/New_York', sunday, at('2026-01-12T01:00:00.000Z')).toISOString()).to.equal('2026-01-12T01:00:00.000Z');
    expect(lastTimeOf('America/New_York', sunday, at('2026-01-12T00:59:00.000Z')).toISOString()).to.equal('2026-01-05T01:00:00.000Z');
    expect(lastTimeOf('UTC', { weekday: 3, hour: 0 }, at('2026-01-14T00:00:00.000Z')).toISOString()).to.equal('2026-01-14T00:00:00.000Z');
  });

  it('know which zones there are', () => {
    expect(['Europe/Berlin', 'UTC', 'Mars/Base', '', '../etc'].map(isTimeZone)).to.deep.equal([true, true, false, false, false]);
    expect(momentOf('UTC', { year: 2026, month: 1, day: 32, minutes: 0 }).toISOString()).to.equal('2026-02-01T00:00:00.000Z');
  });
});
