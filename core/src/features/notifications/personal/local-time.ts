/** A moment as clocks of a time zone show it. */
export interface LocalTime {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** Since midnight. */
  readonly minutes: number;
  /** 1 is Monday. */
  readonly weekday: number;
}

/** Whether clocks of this IANA name are known here. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

/** The time zone of the server. */
export function serverTimeZone(): string {
  return new Intl.DateTimeFormat('en').resolvedOptions().timeZone;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

export function localTime(timeZone: string, at: Date): LocalTime {
  const parts = new Map(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const read = (name: Intl.DateTimeFormatPartTypes): number => parts.get(name) ?? 0;
  const [year, month, day] = [read('year'), read('month'), read('day')];
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
  return { year, month, day, minutes: read('hour') * 60 + read('minute'), weekday };
}

/** Milliseconds by which clocks of the zone are ahead of UTC. */
function offsetMs(timeZone: string, at: number): number {
  const { year, month, day, minutes } = localTime(timeZone, new Date(at));
  return Date.UTC(year, month - 1, day, 0, minutes) - Math.floor(at / 60_000) * 60_000;
}

/**
 * The moment at which clocks of a zone show a time. Of a time that they show twice it is one of both; of one that they leave out, one near it.
 *
 * @param day may lie outside of the month
 */
export function momentOf(timeZone: string, { year, month, day, minutes }: Omit<LocalTime, 'weekday'>): Date {
  const wall = Date.UTC(year, month - 1, day, 0, minutes);
  const near = wall - offsetMs(timeZone, wall);
  return new Date(wall - offsetMs(timeZone, near));
}

/** The last moment, not after another, at which clocks of a zone showed an hour of a weekday. */
export function lastTimeOf(timeZone: string, { weekday, hour }: { readonly weekday: number; readonly hour: number }, at: Date): Date {
  const local = localTime(timeZone, at);
  const daysAgo = (local.weekday - weekday + 7) % 7;
  const thatDay = { ...local, day: local.day - daysAgo, minutes: hour * 60 };
  const moment = momentOf(timeZone, thatDay);
  return moment <= at ? moment : momentOf(timeZone, { ...thatDay, day: thatDay.day - 7 });
}
