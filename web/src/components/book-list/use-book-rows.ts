import { useWindowVirtualizer, type VirtualItem } from '@tanstack/react-virtual';
import { useEffect, useRef, type RefObject } from 'react';
import { useRowRange, useWindowPlace } from '../page/window-rows.js';

/** A list of so many books is on the page as a whole: it costs little, and the browser can find words in it. */
const SHOWN_WHOLE = 120;
const MOST_KEPT = 20;
/** Cover aside, a card has about three lines of title and facts. */
const WORDS_HEIGHT = 96;

/** Heights of rows by list, for the way back to it: it has its height at once, so that the page can scroll to the old place. */
const keptRows = new Map<string, VirtualItem[]>();

function keepRows(name: string, rows: VirtualItem[]): void {
  keptRows.delete(name);
  keptRows.set(name, rows);
  const [oldest] = keptRows.keys();
  if (keptRows.size > MOST_KEPT && oldest !== undefined) keptRows.delete(oldest);
}

/** The grid of covers: its columns follow from its width, as those of other rows of books do. */
function gridOf(width: number): { columns: number; gap: number; rowGap: number; rowHeight: number } {
  const isPhone = window.matchMedia('(max-width: 30em)').matches;
  const gap = isPhone ? 16 : 22;
  const columns = isPhone ? 2 : Math.max(1, Math.floor((width + gap) / (152 + gap)));
  return { columns, gap, rowGap: isPhone ? 26 : 32, rowHeight: (width - gap * (columns - 1)) / columns + WORDS_HEIGHT };
}

/** The rows of a grid that are on the page: those in view, some around them, and the one that has the focus or had it last. */
export interface BookRows {
  ref: RefObject<HTMLDivElement | null>;
  columns: number;
  gap: number;
  /** Pixels. */
  height: number;
  rows: { index: number; offset: number }[];
  measure: (row: HTMLElement | null) => void;
  onFocusRow: (index: number) => void;
}

/** @param name of the list, while one page shows it */
export function useBookRows(name: string, count: number): BookRows {
  const { ref, width, top } = useWindowPlace();
  const { columns, gap, rowGap, rowHeight } = gridOf(width);
  const isWhole = count <= SHOWN_WHOLE;
  const { rangeExtractor, onFocusRow } = useRowRange(isWhole);
  const key = `${name} ${columns}`;
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(count / columns),
    estimateSize: () => rowHeight,
    gap: rowGap,
    overscan: 3,
    scrollMargin: top,
    rangeExtractor,
    initialMeasurementsCache: keptRows.get(key) ?? [],
  });
  const firstColumns = useRef(columns);
  useEffect(() => {
    if (firstColumns.current === columns) return;
    firstColumns.current = columns;
    virtualizer.measure();
  }, [columns, virtualizer]);
  useEffect(() => () => keepRows(key, virtualizer.measurementsCache), [key, virtualizer]);

  return {
    ref,
    columns,
    gap,
    height: virtualizer.getTotalSize(),
    rows: virtualizer.getVirtualItems().map(({ index, start }) => ({ index, offset: start - top })),
    measure: virtualizer.measureElement,
    onFocusRow,
  };
}
