import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './book.module.css';
import { walkCards } from './walk-cards.js';

export type ShelfHeading = 2 | 3;

interface ShelfProps {
  title: string;
  note?: string;
  all?: ReactNode;
  headingLevel?: ShelfHeading;
  children: ReactNode;
}

/** A row of books that scrolls sideways: by touch, wheel, keyboard, or the two buttons. */
export function Shelf({ title, note, all, headingLevel = 2, children }: ShelfProps) {
  const Heading = `h${headingLevel}` as const;
  const { t } = useI18n();
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const [overflows, setOverflows] = useState(false);
  useEffect(() => {
    const element = row.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1));
    observer.observe(element);
    if (element.lastElementChild) observer.observe(element.lastElementChild);
    return () => observer.disconnect();
  }, [children]);
  const scroll = (direction: 1 | -1) => {
    const element = row.current;
    if (!element) return;
    const forward = getComputedStyle(element).direction === 'rtl' ? -direction : direction;
    element.scrollBy({ left: forward * element.clientWidth * 0.85, behavior: 'smooth' });
  };
  return (
    <section className={classes.shelf} aria-labelledby={id}>
      <div className={classes.shelfHead}>
        <Heading id={id} className={classes.shelfTitle}>
          {title}
        </Heading>
        {note ? <span className="dim small">{note}</span> : null}
        {all}
        <span className={classes.shelfButtons} hidden={!overflows}>
          <button type="button" onClick={() => scroll(-1)} aria-label={t('home.scrollBack', { shelf: title })}>
            <IconChevronLeft size={18} className="flip-rtl" aria-hidden="true" />
          </button>
          <button type="button" onClick={() => scroll(1)} aria-label={t('home.scrollOn', { shelf: title })}>
            <IconChevronRight size={18} className="flip-rtl" aria-hidden="true" />
          </button>
        </span>
      </div>
      <div className={classes.shelfRow} ref={row} onKeyDown={walkCards}>
        {children}
      </div>
    </section>
  );
}
