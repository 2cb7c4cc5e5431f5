import { useLocation } from '@tanstack/react-router';
import { useCallback, useEffect, useRef, useState, type FocusEvent, type PointerEvent, type RefObject } from 'react';
import { withStaying, type StayingRow } from './with-staying.js';

/** A row that was decided stays for so long, unless pointer and focus leave the list before. */
const STAY_MS = 10_000;

/**
 * The rows of a list of things to decide: what was decided leaves it when pointer and focus have left the list, or after some seconds, so that
 * nothing slides under a second press.
 *
 * @param items the same array as long as nothing in it changes; what a filter or another page no longer shows goes at once
 * @param list the element around the rows
 * @returns the rows, and what the element around them takes
 */
export function useStaying<T>(items: readonly T[], keyOf: (item: T) => string, list: RefObject<HTMLElement | null>) {
  const isPointed = useRef(false);
  const isFocused = useRef(false);
  /** The last event in a row or in a dialog that a row opened, which React hands on before the document does. */
  const inside = useRef<Event>(undefined);
  const [rows, setRows] = useState<readonly StayingRow<T>[]>(() => withStaying([], items, keyOf, false));
  const filter = useLocation({ select: ({ searchStr }) => searchStr });
  const [known, setKnown] = useState({ items, filter });
  const [hasPerson, setHasPerson] = useState(false);
  // another filter is in the address before its items have come, so that it is compared when they come
  if (known.items !== items) {
    setKnown({ items, filter });
    setRows(withStaying(rows, items, keyOf, hasPerson && known.filter === filter));
  }
  const dropGone = useCallback(() => setRows((now) => (now.some(({ isGone }) => isGone) ? now.filter(({ isGone }) => !isGone) : now)), []);
  const gone = rows.filter(({ isGone }) => isGone).length;
  useEffect(() => {
    if (gone === 0) return undefined;
    const timer = setTimeout(() => {
      // the undo that has the focus goes with its row
      const focused = document.activeElement?.closest('[data-gone]');
      if (focused && list.current?.contains(focused)) list.current.focus({ preventScroll: true });
      dropGone();
    }, STAY_MS);
    return () => clearTimeout(timer);
  }, [gone, dropGone, list]);

  const look = useCallback((): void => {
    const isThere = isPointed.current || isFocused.current;
    setHasPerson(isThere);
    if (!isThere) dropGone();
  }, [dropGone]);
  useEffect(() => {
    const leaveFocus = (event: Event): void => {
      if (event === inside.current) return;
      isFocused.current = false;
      look();
    };
    const leavePointer = (event: Event): void => {
      if (event === inside.current) return;
      isPointed.current = false;
      look();
    };
    document.addEventListener('focusin', leaveFocus);
    document.addEventListener('pointerdown', leavePointer);
    return () => {
      document.removeEventListener('focusin', leaveFocus);
      document.removeEventListener('pointerdown', leavePointer);
    };
  }, [look]);
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
    onPointerDown: ({ nativeEvent }: PointerEvent) => {
      inside.current = nativeEvent;
    },
    onFocus: ({ nativeEvent }: FocusEvent) => {
      inside.current = nativeEvent;
      isFocused.current = true;
      look();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
      // nothing follows a button that was pressed and is there no longer; what is focused next decides
      if (relatedTarget === null || currentTarget.contains(relatedTarget)) return;
      isFocused.current = false;
      look();
    },
  };
  return { rows, around };
}
