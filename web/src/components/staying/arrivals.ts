/** Nobody sees and presses a button in less; such a press was meant for what stood there before. Milliseconds. */
const ARRIVAL_MS = 500;
/** Pixels. Who has moved further since then has aimed at what is there now; a hand that presses twice moves less. */
const AIMED_PX = 24;

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where a row is, what it shows, and where the pointer was when it got there. */
interface Place {
  readonly top: number;
  readonly state: unknown;
  readonly pointer: Point | undefined;
}

/** A row since when it is where it is, and since when it has its buttons. */
export interface Arrival extends Place {
  readonly movedAt: number;
  readonly changedAt: number;
}

/** @param last what was known of the row; rows of the first drawing have been there since ever, and `undefined` is a row that has just come */
export function arrive(last: Arrival | 'first' | undefined, place: Place, now: number): Arrival {
  if (last === 'first') return { ...place, movedAt: -Infinity, changedAt: -Infinity };
  // the focus is in a row that has just come only if a person put it there
  if (!last) return { ...place, movedAt: now, changedAt: -Infinity };
  const hasChanged = last.state !== place.state;
  if (!hasChanged && last.top === place.top) return last;
  return { ...place, movedAt: now, changedAt: hasChanged ? now : last.changedAt };
}

/**
 * Whether a press was meant for what stood there before.
 *
 * @param at absent for a press by the keyboard, which presses what has the focus, and that goes where its row goes
 */
export function isTooEarly({ movedAt, changedAt, pointer }: Arrival, at: Point | undefined, now: number): boolean {
  if (now - (at ? movedAt : changedAt) >= ARRIVAL_MS) return false;
  return !at || (pointer !== undefined && Math.hypot(at.x - pointer.x, at.y - pointer.y) <= AIMED_PX);
}
