/** Returns a day as it is, `YYYY-MM-DD`; `undefined` for anything else, such as `9999-99-99` or `2026-02-30`. */
export function calendarDay(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return undefined;
  const time = Date.parse(`${value}T00:00:00Z`);
  // the thirtieth of February is read as a day in March
  return !Number.isNaN(time) && new Date(time).getUTCDate() === Number(value.slice(8)) ? value : undefined;
}
