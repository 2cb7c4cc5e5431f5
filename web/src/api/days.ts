/** Days of the browser's time zone, both included: `2026-01-31`. */
export interface Days {
  firstDay?: string | undefined;
  lastDay?: string | undefined;
}

/** Local midnight at the beginning of a day, or of a later one. */
function midnight(day: string, after: number): string | undefined {
  const [year = NaN, month = NaN, date = NaN] = day.split('-').map(Number);
  const time = new Date(year, month - 1, date + after);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** As the API takes them: from the beginning of the first day to the end of the last. */
export function timesOf({ firstDay, lastDay }: Days): { from?: string; to?: string } {
  const from = firstDay ? midnight(firstDay, 0) : undefined;
  const to = lastDay ? midnight(lastDay, 1) : undefined;
  return { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) };
}
