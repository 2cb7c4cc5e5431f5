/** The store writes 2200-01-01 for "some day". */
const FIRST_PLACEHOLDER_YEAR = 2100;

/** `YYYY-MM-DD` from an ISO date or time; `undefined` if it is neither, or a placeholder. */
export function toReleaseDate(text: string | undefined): string | undefined {
  const date = /^(\d{4})-\d{2}-\d{2}/.exec(text ?? '');
  return date && Number(date[1]) < FIRST_PLACEHOLDER_YEAR ? date[0] : undefined;
}

/** Whether a date stands for "not announced yet". */
export function isPlaceholderDate(text: string | undefined): boolean {
  const year = /^(\d{4})-/.exec(text ?? '')?.[1];
  return year !== undefined && Number(year) >= FIRST_PLACEHOLDER_YEAR;
}

/** Today in UTC as `YYYY-MM-DD`. */
export function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
