import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from './page.module.css';

interface SectionProps {
  title: string;
  note?: ReactNode;
  actions?: ReactNode;
  /** An id by which a list of the page's sections leads here. */
  anchor?: string;
  children: ReactNode;
}

/** A titled part of a page. */
export function Section({ title, note, actions, anchor, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id} {...(anchor ? { id: anchor, tabIndex: -1 } : {})}>
      <div className={classes.sectionHead}>
        <h2 id={id} className={classes.sectionTitle}>
          {title}
        </h2>
        {note ? <span className={classes.sectionNote}>{note}</span> : null}
        {actions ? <span style={{ marginInlineStart: 'auto' }}>{actions}</span> : null}
      </div>
      {children}
    </section>
  );
}
