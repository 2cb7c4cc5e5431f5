import type { ReactNode } from 'react';
import { useEffect, useRef } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './page.module.css';

interface PageHeaderProps {
  title: string;
  lead?: ReactNode;
  actions?: ReactNode;
  /** The title takes the focus, because what was pressed to come here is gone. */
  focused?: boolean;
}

/** The title of a page, which is also the title of the window; actions are at its end. */
export function PageHeader({ title, lead, actions, focused = false }: PageHeaderProps) {
  useWindowTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (focused) heading.current?.focus({ preventScroll: true });
  }, [focused]);
  return (
    <header className={classes.header}>
      <div>
        <h1 ref={heading} className={classes.title} tabIndex={focused ? -1 : undefined}>
          {title}
        </h1>
        {lead ? <p className={classes.lead}>{lead}</p> : null}
      </div>
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </header>
  );
}

export function useWindowTitle(title: string): void {
  const { t } = useI18n();
  const app = t('app.name');
  useEffect(() => {
    document.title = title === app ? app : `${title} · ${app}`;
  }, [title, app]);
}
