import { useCallback, useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';
import { withStaying, type StayingRow } from './with-staying.js';

/** A row that was decided stays for so long, unless pointer and focus leave the list before. */
const STAY_MS = 10_000;

/**
 * The rows of a list of things to decide: what was decided leaves it when pointer and focus have left the list, or after some seconds, so that
 * nothing slides under a second press.
 *
 * @param items the same array as long as nothing in it changes
 * @returns the rows, and what the element around them takes
 */
export function useStaying<T>(items: readonly T[], keyOf: (item: T) => string) {
  const isPointed = useRef(false);
  const isFocused = useRef(false);
  const [rows, setRows] = useState<readonly StayingRow<T>[]>(() => withStaying([], items, keyOf, false));
  const [known, setKnown] = useState(items);
  const [hasPerson, setHasPerson] = useState(false);
  if (known !== items) {
    setKnown(items);
    setRows(withStaying(rows, items, keyOf, hasPerson));
  }
  const dropGone = useCallback(() => setRows((now) => (now.some(({ isGone }) => isGone) ? now.filter(({ isGone }) => !isGone) : now)), []);
  const gone = rows.filter(({ isGone }) => isGone).length;
  useEffect(() => {
    if (gone === 0) return undefined;
    const timer = setTimeout(dropGone, STAY_MS);
    return () => clearTimeout(timer);
  }, [gone, dropGone]);

  const look = (): void => {
    const isThere = isPointed.current || isFocused.current;
    setHasPerson(isThere);
    if (!isThere) dropGone();
  };
  const around = {
    onPointerEnter: () => {
      isPointed.current = true;
      look();
    },
    onPointerLeave: (event: PointerEvent) => {
      // a finger that is lifted has left nothing
      if (event.pointerType !== 'mouse') return;
      isPointed.current = false;
      look();
    },
    onFocus: () => {
      isFocused.current = true;
      look();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      // nothing follows a button that was pressed and is there no longer
      if (relatedTarget === null || currentTarget.contains(relatedTarget)) return;
      isFocused.current = false;
      look();
    },
  };
  return { rows, around };
}
