import { useLayoutEffect, useRef, type MouseEvent, type PointerEvent, type ReactNode, type RefObject } from 'react';
import { arrive, isTooEarly, type Arrival, type Point } from './arrivals.js';
import { useStaying } from './use-staying.js';
import classes from './staying-rows.module.css';

interface StayingRowsProps<T> {
  readonly items: readonly T[];
  readonly keyOf: (item: T) => string;
  /** Changes where the row shows other buttons than before. */
  readonly stateOf?: (item: T) => unknown;
  /** Draws one element a row. @param isGone it is in the list no longer, and stays for a while */
  readonly children: (item: T, isGone: boolean) => ReactNode;
  /** Rows that are gone have something to press, such as an undo. */
  readonly hasUndo?: boolean;
  readonly as?: 'div' | 'ul';
  readonly className?: string | undefined;
  readonly label?: string | undefined;
  /** The list itself, which can be focused. */
  readonly listRef?: RefObject<HTMLElement | null>;
  /** Drawn around the list, which takes as long to go as its last row. */
  readonly frame?: (list: ReactNode) => ReactNode;
  /** Instead of a list without rows. */
  readonly empty?: ReactNode;
}

/**
 * A list of things to decide. What was decided stays for a while where it was, and a press on what arrived just now does nothing: a second
 * press never decides the next row.
 */
export function StayingRows<T>(shown: StayingRowsProps<T>) {
  const { items, keyOf, stateOf, children, hasUndo = false, as: List = 'div', className, label, listRef, frame, empty = null } = shown;
  const list = useRef<HTMLElement>(null);
  const arrivals = useRef<Map<string, Arrival>>(null);
  const pointer = useRef<Point>(undefined);
  const { rows, around } = useStaying(items, keyOf, list);

  useLayoutEffect(() => {
    const before = arrivals.current;
    const now = new Map<string, Arrival>();
    for (const [index, { key, item, isGone }] of rows.entries()) {
      const element = list.current?.children[index];
      if (!(element instanceof HTMLElement)) continue;
      element.toggleAttribute('data-gone', isGone);
      element.toggleAttribute('inert', isGone && !hasUndo);
      if (isGone && !hasUndo) element.setAttribute('aria-hidden', 'true');
      else element.removeAttribute('aria-hidden');
      const state = `${String(stateOf?.(item))} ${isGone}`;
      const place = { top: element.offsetTop, state, pointer: pointer.current };
      now.set(key, arrive(before === null ? 'first' : before.get(key), place, performance.now()));
    }
    arrivals.current = now;
  });

  const stopEarly = (event: MouseEvent): void => {
    const index = [...(list.current?.children ?? [])].findIndex((element) => element.contains(event.target as Node));
    const arrived = arrivals.current?.get(rows[index]?.key ?? '');
    // a click by the keyboard has no place
    const at = event.detail === 0 ? undefined : { x: event.clientX, y: event.clientY };
    if (arrived === undefined || !isTooEarly(arrived, at, performance.now())) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const follow = ({ clientX, clientY }: PointerEvent): void => {
    pointer.current = { x: clientX, y: clientY };
  };
  const props = {
    className: `${classes.list} ${className ?? ''}`,
    'aria-label': label,
    tabIndex: -1,
    onClickCapture: stopEarly,
    onPointerMoveCapture: follow,
    onPointerDownCapture: follow,
    ...around,
    onPointerLeave: (event: PointerEvent): void => {
      // a mouse that comes back has aimed; a finger that is lifted has not moved
      if (event.pointerType === 'mouse') pointer.current = undefined;
      around.onPointerLeave(event);
    },
  };
  if (rows.length === 0) return empty;
  const drawn = rows.map(({ item, isGone }) => children(item, isGone));
  const own = (element: HTMLElement | null): void => {
    list.current = element;
    if (listRef) listRef.current = element;
  };
  const whole =
    List === 'ul' ? (
      <ul {...props} ref={own}>
        {drawn}
      </ul>
    ) : (
      <div {...props} ref={own}>
        {drawn}
      </div>
    );
  return frame ? frame(whole) : whole;
}
