import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** So many pixels from the end still count as the end. */
const NEAR = 24;

/**
 * Keeps the end of a scrolled list in view while its reader is there, and otherwise the place that is read.
 *
 * @param items changes with each item that is added
 */
export function useFollowEnd(items: unknown) {
  const pane = useRef<HTMLDivElement>(null);
  const [isAtEnd, setAtEnd] = useState(true);
  /** Pixels from the place that is read to the end, when items are about to come before it. */
  const toEnd = useRef<number>(undefined);

  /** To be called when the list is scrolled, and when a part of it unfolds. */
  const look = useCallback(() => {
    const element = pane.current;
    if (element) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR);
  }, []);

  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    // what has the focus is read, and must not leave the view
    const isRead = element !== document.activeElement && element.contains(document.activeElement);
    if (toEnd.current !== undefined) element.scrollTop = element.scrollHeight - toEnd.current;
    else if (isAtEnd && isRead) look();
    else if (isAtEnd) element.scrollTop = element.scrollHeight;
    toEnd.current = undefined;
  }, [items, isAtEnd, look]);

  useEffect(() => {
    const element = pane.current;
    if (!element || !isAtEnd) return undefined;
    // a phone that is turned stays at the end
    const observer = new ResizeObserver(() => {
      element.scrollTop = element.scrollHeight;
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [isAtEnd]);

  /** To be called just before items are added at the beginning. */
  const hold = () => {
    const element = pane.current;
    if (element) toEnd.current = element.scrollHeight - element.scrollTop;
  };
  const goToEnd = () => {
    setAtEnd(true);
    // what was pressed is no longer there
    pane.current?.focus({ preventScroll: true });
  };
  return { pane, isAtEnd, look, hold, goToEnd };
}
