import { localTime, momentOf } from './local-time.js';

/** The hours of each day in which no message disturbs a person. */
export interface QuietHours {
  /** HH:MM. */
  readonly from: string;
  /** HH:MM; not the same as `from`. Before it, the hours go past midnight. */
  readonly to: string;
  /** IANA name. */
  readonly timeZone: string;
}

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

/** When the quiet hours end in which a moment lies; `undefined` outside of them. */
export function quietUntil({ from, to, timeZone }: QuietHours, at: Date): Date | undefined {
  const local = localTime(timeZone, at);
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  const isQuiet = begin < end ? begin <= local.minutes && local.minutes < end : local.minutes >= begin || local.minutes < end;
  if (!isQuiet) return undefined;
  const endsToday = local.minutes < end;
  const until = momentOf(timeZone, { ...local, day: endsToday ? local.day : local.day + 1, minutes: end });
  // where clocks are put forward or back, the end may be over already
  return until > at ? until : undefined;
}
