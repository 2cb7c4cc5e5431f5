import { waitReason, type NewReason } from './wait-reasons.js';

/** @param date ISO day on which the book comes out */
export function unreleasedUntil(date: string): NewReason {
  return waitReason('awaiting_release', { date: { at: date } }, { nextAt: new Date(`${date}T00:00:00.000Z`) });
}
