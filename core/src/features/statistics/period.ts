/** The times that statistics can be asked for. */
export const PERIODS = ['last-12-months', 'this-year', 'all'] as const;

export type Period = (typeof PERIODS)[number];

/** The first moment of a period, ISO 8601, of whole months in UTC; `undefined`: it has no beginning. */
export function beginningOf(period: Period, now: Date): string | undefined {
  if (period === 'all') return undefined;
  const year = now.getUTCFullYear();
  return new Date(period === 'this-year' ? Date.UTC(year, 0, 1) : Date.UTC(year, now.getUTCMonth() - 11, 1)).toISOString();
}

/** All months from one to another, both included, such as `2026-01`. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let at = new Date(`${first}-01T00:00:00Z`); ; at.setUTCMonth(at.getUTCMonth() + 1)) {
    const month = at.toISOString().slice(0, 7);
    if (month > last) return months;
    months.push(month);
  }
}
