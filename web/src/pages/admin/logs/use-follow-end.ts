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

  useLayoutEffect(() => {
    const element = pane.current;
    if (!element) return;
    if (toEnd.current !== undefined) element.scrollTop = element.scrollHeight - toEnd.current;
    else if (isAtEnd) element.scrollTop = element.scrollHeight;
    toEnd.current = undefined;
  }, [items, isAtEnd]);

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

  /** To be called when the list is scrolled, and when a part of it unfolds. */
  const look = useCallback(() => {
    const element = pane.current;
    if (element) setAtEnd(element.scrollHeight - element.scrollTop - element.clientHeight < NEAR);
  }, []);
  /** To be called just before items are added at the beginning. */
  const hold = () => {
    const element = pane.current;
    if (element) toEnd.current = element.scrollHeight - element.scrollTop;
  };
  return { pane, isAtEnd, look, hold, goToEnd: () => setAtEnd(true) };
}
