import { useIntersection } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, type ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import { ActionButton } from '../controls/action-button.js';
import classes from './growing-rows.module.css';
import { useRowRange, useWindowPlace } from './window-rows.js';

/** A list of so many rows is on the page as a whole, so that the browser can find words in it. */
const SHOWN_WHOLE = 100;

interface RowsProps<T> {
  label: string;
  items: readonly T[];
  /** Of all items, those that are not here yet included. */
  total: number;
  /** Pixels; a guess until a row is drawn. */
  rowHeight: number;
  busy: boolean;
  children: (item: T) => ReactNode;
}

/** Of a long list only the rows near the view are on the page. */
function Rows<T extends { readonly id: string }>({ label, items, total, rowHeight, busy, children }: RowsProps<T>) {
  const { ref, top } = useWindowPlace();
  const { rangeExtractor, onFocusRow } = useRowRange(items.length <= SHOWN_WHOLE);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => rowHeight,
    getItemKey: (index) => items[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
    rangeExtractor,
  });
  return (
    <div ref={ref} className={classes.rows} style={{ blockSize: virtualizer.getTotalSize() }}>
      <ul aria-label={label} aria-busy={busy || undefined}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const item = items[index];
          return item ? (
            <li
              key={key}
              ref={virtualizer.measureElement}
              data-index={index}
              className={classes.row}
              style={{ transform: `translateY(${start - top}px)` }}
              aria-setsize={total}
              aria-posinset={index + 1}
              onFocusCapture={() => onFocusRow(index)}
            >
              {children(item)}
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

interface GrowingRowsProps<T> extends RowsProps<T> {
  /** Names the list: another filter makes another one. */
  name: string;
  hasMore: boolean;
  onMore: () => void;
}

/** A list that grows as its end comes near; the button does the same for the keyboard and after an error. */
export function GrowingRows<T extends { readonly id: string }>({ name, hasMore, onMore, ...rows }: GrowingRowsProps<T>) {
  const { t } = useI18n();
  const { items, busy } = rows;
  const { ref, entry } = useIntersection({ rootMargin: '800px' });
  const isNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (isNear && hasMore && !busy) onMore();
    // a new page is a reason to check again: the end may still be near
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNear, items.length]);
  return (
    <>
      <Rows key={name} {...rows} />
      {hasMore ? (
        <div className={classes.more} ref={ref}>
          <ActionButton variant="default" loading={busy} onClick={onMore}>
            {t('search.more')}
          </ActionButton>
        </div>
      ) : null}
    </>
  );
}
