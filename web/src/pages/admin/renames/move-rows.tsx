import { useIntersection } from '@mantine/hooks';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect } from 'react';
import type { RenameMove } from '../../../api/types.js';
import { ActionButton } from '../../../components/controls/action-button.js';
import { useRowRange, useWindowPlace } from '../../../components/page/window-rows.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { MoveLine } from './move-line.js';
import classes from './renames.module.css';

/** A list of so many books is on the page as a whole, so that the browser can find words in it. */
const SHOWN_WHOLE = 100;
const LINE_HEIGHT = 112;

/** The books of a rename. Of a long list only those near the view are on the page. */
function Rows({ moves, total, busy }: { moves: readonly RenameMove[]; total: number; busy: boolean }) {
  const { t } = useI18n();
  const { ref, top } = useWindowPlace();
  const { rangeExtractor, onFocusRow } = useRowRange(moves.length <= SHOWN_WHOLE);
  const virtualizer = useWindowVirtualizer({
    count: moves.length,
    estimateSize: () => LINE_HEIGHT,
    getItemKey: (index) => moves[index]?.id ?? index,
    overscan: 6,
    scrollMargin: top,
    rangeExtractor,
  });
  return (
    <div ref={ref} className={classes.rows} style={{ blockSize: virtualizer.getTotalSize() }}>
      <ul aria-label={t('rename.books')} aria-busy={busy || undefined}>
        {virtualizer.getVirtualItems().map(({ index, key, start }) => {
          const move = moves[index];
          return move ? (
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
              <MoveLine move={move} />
            </li>
          ) : null;
        })}
      </ul>
    </div>
  );
}

interface MoveRowsProps {
  /** Names the list: another filter makes another one. */
  name: string;
  moves: readonly RenameMove[];
  total: number;
  hasMore: boolean;
  busy: boolean;
  onMore: () => void;
}

/** A list of books that grows as its end comes near; the button does the same for the keyboard and after an error. */
export function MoveRows({ name, moves, total, hasMore, busy, onMore }: MoveRowsProps) {
  const { t } = useI18n();
  const { ref, entry } = useIntersection({ rootMargin: '800px' });
  const isNear = entry?.isIntersecting === true;
  useEffect(() => {
    if (isNear && hasMore && !busy) onMore();
    // a new page is a reason to check again: the end may still be near
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isNear, moves.length]);
  return (
    <>
      <Rows key={name} moves={moves} total={total} busy={busy} />
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
