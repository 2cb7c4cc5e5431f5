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

const MINUTE_MS = 60_000;
/** Clocks are put forward or back by less. */
const MOST_SHIFTED_MINUTES = 3 * 60;

function minutesOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number);
  return hours * 60 + minutes;
}

function isQuiet({ from, to, timeZone }: QuietHours, at: Date): boolean {
  const { minutes } = localTime(timeZone, at);
  const [begin, end] = [minutesOf(from), minutesOf(to)];
  return begin < end ? begin <= minutes && minutes < end : minutes >= begin || minutes < end;
}

/** When the quiet hours end in which a moment lies; `undefined` outside of them. */
export function quietUntil(quiet: QuietHours, at: Date): Date | undefined {
  if (!isQuiet(quiet, at)) return undefined;
  const { timeZone, to } = quiet;
  const local = localTime(timeZone, at);
  const end = minutesOf(to);
  const until = momentOf(timeZone, { ...local, day: local.minutes < end ? local.day : local.day + 1, minutes: end });
  if (until > at && !isQuiet(quiet, until)) return until;
  // clocks are put forward past the end, or back before it
  const minute = Math.floor(Math.max(at.getTime(), until.getTime()) / MINUTE_MS);
  const steps = Array.from({ length: MOST_SHIFTED_MINUTES }, (_, place) => new Date((minute + 1 + place) * MINUTE_MS));
  return steps.find((moment) => !isQuiet(quiet, moment));
}
