import { defaultRangeExtractor, type Range } from '@tanstack/react-virtual';
import { useCallback, useLayoutEffect, useRef, useState, type RefObject } from 'react';

let lastWidth = 0;

/** How wide an element is, and where it begins on the page. */
export interface WindowPlace {
  readonly ref: RefObject<HTMLDivElement | null>;
  /** Pixels. */
  readonly width: number;
  readonly top: number;
}

/** Watches the place of a list whose rows are drawn as the page scrolls. */
export function useWindowPlace(): WindowPlace {
  const ref = useRef<HTMLDivElement>(null);
  const [{ width, top }, setPlace] = useState({ width: lastWidth || window.innerWidth, top: 0 });
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return undefined;
    const look = () => {
      const box = element.getBoundingClientRect();
      lastWidth = box.width;
      const next = { width: box.width, top: Math.round(box.top + window.scrollY) };
      setPlace((previous) => (previous.width === next.width && previous.top === next.top ? previous : next));
    };
    look();
    // the body as well: what is above the list may unfold
    const observer = new ResizeObserver(look);
    observer.observe(element);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, []);
  return { ref, width, top };
}

/**
 * The rows that are drawn: those in view, some around them, and the one that has the focus or had it last.
 *
 * @param isWhole whether all of them are drawn
 */
export function useRowRange(isWhole: boolean) {
  const [focusedRow, setFocusedRow] = useState<number | undefined>();
  const rangeExtractor = useCallback(
    (range: Range) => {
      if (isWhole) return Array.from({ length: range.count }, (_, index) => index);
      const shown = defaultRangeExtractor(range);
      if (focusedRow === undefined || focusedRow >= range.count || shown.includes(focusedRow)) return shown;
      return [...shown, focusedRow].sort((a, b) => a - b);
    },
    [isWhole, focusedRow],
  );
  return { rangeExtractor, onFocusRow: setFocusedRow };
}
