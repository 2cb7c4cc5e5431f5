import { useId } from 'react';
import type { ReactNode } from 'react';
import classes from './page.module.css';

/** A titled part of a page. */
export function Section({ title, note, actions, children }: { title: string; note?: ReactNode; actions?: ReactNode; children: ReactNode }) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
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
