/** An event that lasts a whole day. */
export interface CalendarEvent {
  /** The same whenever the event is written, and nothing else's. */
  readonly uid: string;
  /** YYYY-MM-DD */
  readonly day: string;
  readonly summary: string;
  readonly description?: string;
}

/** A calendar that others subscribe to. */
export interface Calendar {
  readonly name: string;
  /** The time at which it was written. */
  readonly writtenAt: Date;
  readonly events: readonly CalendarEvent[];
}

const LINE_OCTETS = 75;
/** Calendars are asked to look again after this long. */
const REFRESH = 'PT12H';

/** Escapes a text (RFC 5545, 3.3.11). Control characters, which a text may not hold, are left out. */
export function escapeText(text: string): string {
  return text
    .replace(/\r\n|[\r\u0085\u2028\u2029]/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** Folds a content line (RFC 5545, 3.1) into lines of at most 75 octets, never within a character. */
export function foldLine(line: string): string {
  const lines: string[] = [];
  let start = 0;
  let end = 0;
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > LINE_OCTETS) {
      lines.push(line.slice(start, end));
      start = end;
      octets = 1;
    }
    end += character.length;
    octets += size;
  }
  return `${[...lines, line.slice(start)].join('\r\n ')}\r\n`;
}

/** `20261010` of `2026-10-10`. */
function dateOf(day: string): string {
  return day.replaceAll('-', '');
}

/** `20261010T120000Z` */
function timeOf(time: Date): string {
  return `${dateOf(time.toISOString().slice(0, 19)).replaceAll(':', '')}Z`;
}

function eventLines({ uid, day, summary, description }: CalendarEvent, stamp: string): string[] {
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${stamp}`,
    `DTSTART;VALUE=DATE:${dateOf(day)}`,
    `SUMMARY:${escapeText(summary)}`,
    ...(description === undefined ? [] : [`DESCRIPTION:${escapeText(description)}`]),
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** Writes a calendar as RFC 5545 and RFC 7986 say; `text/calendar` in UTF-8. */
export function writeCalendar({ name, writtenAt, events }: Calendar): string {
  const stamp = timeOf(writtenAt);
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Lectern//Coming up//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escapeText(name)}`,
    // what most programs read instead of the two that are standardised
    `X-WR-CALNAME:${escapeText(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${REFRESH}`,
    `X-PUBLISHED-TTL:${REFRESH}`,
    ...events.flatMap((event) => eventLines(event, stamp)),
    'END:VCALENDAR',
  ];
  return lines.map(foldLine).join('');
}
