import type { NotificationItem } from '../../api/types.js';

/** What was told of one book on one day, the newest first; what is about no book stands alone. */
export interface NotificationGroup {
  readonly key: string;
  readonly asin: string | undefined;
  readonly items: readonly [NotificationItem, ...NotificationItem[]];
}

/** A day of the reader's time zone. */
export interface NotificationDay {
  /** `2026-01-31`. */
  readonly day: string;
  readonly groups: readonly NotificationGroup[];
}

/** The day of the reader on which a moment was. */
function localDay(at: string): string {
  const time = new Date(at);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`;
}

/** Groups by day, then by book, in the order in which each of them comes first. */
export function groupNotifications(items: readonly NotificationItem[]): NotificationDay[] {
  const days = new Map<string, Map<string, NotificationItem[]>>();
  for (const item of items) {
    const day = localDay(item.at);
    const groups = days.get(day) ?? new Map<string, NotificationItem[]>();
    days.set(day, groups);
    const key = item.asin ?? item.id;
    groups.set(key, [...(groups.get(key) ?? []), item]);
  }
  return [...days].map(([day, groups]) => ({
    day,
    groups: [...groups].flatMap(([key, [first, ...more]]) => (first ? [{ key, asin: first.asin, items: [first, ...more] as const }] : [])),
  }));
}
