/** How often a scheduled job runs. Times are UTC. */
export type Rhythm =
  | { readonly every: 'minutes' | 'hours'; readonly count: number }
  | { readonly every: 'day'; readonly hour: number; readonly minute: number };

const NUMBER = /^\d+$/;

// A star is every one, and a star with a slash every so many.
function stepOf(field: string): number | undefined {
  if (field === '*') return 1;
  const [, step] = /^\*\/(\d+)$/.exec(field) ?? [];
  return step === undefined ? undefined : Number(step);
}

/** Reads the five fields of a cron pattern. Returns undefined for any that the server's own jobs do not use. */
export function readCron(cron: string): Rhythm | undefined {
  const [minute = '', hour = '', ...date] = cron.split(' ');
  if (date.join(' ') !== '* * *') return undefined;
  if (NUMBER.test(minute) && NUMBER.test(hour)) return { every: 'day', hour: Number(hour), minute: Number(minute) };
  const minutes = stepOf(minute);
  const hours = stepOf(hour);
  if (NUMBER.test(minute) && hours !== undefined) return { every: 'hours', count: hours };
  return minutes !== undefined && hour === '*' ? { every: 'minutes', count: minutes } : undefined;
}
