import type { ReactNode } from 'react';
import { useEffect } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './page.module.css';

/** The title of a page, which is also the title of the window; actions are at its end. */
export function PageHeader({ title, lead, actions }: { title: string; lead?: ReactNode; actions?: ReactNode }) {
  useWindowTitle(title);
  return (
    <header className={classes.header}>
      <div>
        <h1 className={classes.title}>{title}</h1>
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
