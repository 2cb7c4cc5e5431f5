import { expectBoundedGrowth, repeatInto } from '@lectern/testbed';
import { expect } from 'chai';
import { escapeText, foldLine, writeCalendar, type CalendarEvent } from './ical.js';

const EVENT: CalendarEvent = { uid: 'B000000001@books', day: '2026-10-10', summary: 'A Title' };
const WRITTEN = new Date('2026-03-01T10:20:30.456Z');

function written(...events: readonly CalendarEvent[]): string {
  return writeCalendar({ name: 'Coming up', writtenAt: WRITTEN, events });
}

/** Reads a calendar as the standard says: unfolds first, then takes names and values apart. */
function read(text: string): { readonly name: string; readonly value: string }[] {
  return text
    .replaceAll('\r\n ', '')
    .split('\r\n')
    .slice(0, -1)
    .map((line) => ({ name: line.slice(0, line.indexOf(':')), value: line.slice(line.indexOf(':') + 1) }));
}

function unescape(value: string): string {
  return value.replace(/\\([\\;,nN])/g, (_, letter: string) => (letter.toLowerCase() === 'n' ? '\n' : letter));
}

function summaryOf(text: string): string {
  return unescape(read(text).find(({ name }) => name === 'SUMMARY')?.value ?? '');
}

const HOSTILE: Readonly<Record<string, string>> = {
  'separators and escapes': 'a;b,c\\d',
  'a backslash at its end': 'ends with \\',
  'what looks escaped': '\\n is not a line',
  'lines that end the event': 'one\nEND:VEVENT\nBEGIN:VEVENT\nSUMMARY:injected',
  'lines that end the calendar': 'one\r\nEND:VCALENDAR\r\nBEGIN:VCALENDAR',
  'a lone carriage return': 'one\rATTACH:file:///etc/passwd',
  'line breaks of Unicode': 'one\u2028two\u2029three\u0085four',
  'quotes and colons': '"quoted": with: colons',
  'five thousand letters': 'x'.repeat(5_000),
  'Japanese letters': '日本語の長い題名'.repeat(40),
  'joined emoji': '👩‍👩‍👧‍👦'.repeat(60),
  'two octets across the fold': `${'a'.repeat(66)}é${'b'.repeat(100)}`,
  'another direction': '\u202eright to left',
  'no letters': '',
};

describe('a calendar in iCalendar format', () => {
  it('has what the standard asks for', () => {
    expect(written({ ...EVENT, description: 'By Ann' }).split('\r\n')).to.deep.equal([
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Lectern//Coming up//EN',
      'CALSCALE:GREGORIAN',
      'METHOD:PUBLISH',
      'NAME:Coming up',
      'X-WR-CALNAME:Coming up',
      'REFRESH-INTERVAL;VALUE=DURATION:PT12H',
      'X-PUBLISHED-TTL:PT12H',
      'BEGIN:VEVENT',
      'UID:B000000001@books',
      'DTSTAMP:20260301T102030Z',
      'DTSTART;VALUE=DATE:20261010',
      'SUMMARY:A Title',
      'DESCRIPTION:By Ann',
      'TRANSP:TRANSPARENT',
      'END:VEVENT',
      'END:VCALENDAR',
      '',
    ]);
  });

  for (const [what, summary] of Object.entries(HOSTILE)) {
    it(`holds a title with ${what}, and nothing made of it`, () => {
      const text = written({ ...EVENT, summary });

      const names = read(text).map(({ name }) => name);
      expect(names).to.deep.equal(read(written(EVENT)).map(({ name }) => name));
      expect(summaryOf(text)).to.equal(summary.replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n'));
    });

    it(`has no line over 75 octets with ${what}, and none cut within a character`, () => {
      const lines = Buffer.from(written({ ...EVENT, summary }))
        .toString('latin1')
        .split('\r\n');

      expect(Math.max(...lines.map((line) => line.length))).to.be.at.most(75);
      for (const line of lines) expect(Buffer.from(line, 'latin1').toString('utf8')).to.not.include('\ufffd');
    });
  }

  it('holds no control characters', () => {
    expect(escapeText('a\0b\x07c\td\x7fe')).to.equal('a b c d e');
    expect(escapeText('a\r\n\nb')).to.equal('a\\n\\nb');
  });

  it('folds exactly where a line is too long', () => {
    expect(foldLine('a'.repeat(75))).to.equal(`${'a'.repeat(75)}\r\n`);
    expect(foldLine('a'.repeat(76))).to.equal(`${'a'.repeat(75)}\r\n a\r\n`);
    expect(foldLine('a'.repeat(75 + 74 + 1))).to.equal(`${'a'.repeat(75)}\r\n ${'a'.repeat(74)}\r\n a\r\n`);
    expect(foldLine(`${'a'.repeat(74)}é`)).to.equal(`${'a'.repeat(74)}\r\n é\r\n`);
  });

  it('is written in time that grows with the length of its texts only', async () => {
    for (const piece of ['a', ';', '\\', '\r\n', '👍', '\u0085', ' ']) {
      await expectBoundedGrowth(
        JSON.stringify(piece),
        (size) => repeatInto(size, piece),
        (summary) => written({ ...EVENT, summary }),
      );
    }
  });
});
