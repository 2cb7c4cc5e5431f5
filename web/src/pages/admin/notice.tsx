import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './admin.module.css';

/** A notice above the page that applies to all of it. */
export function Notice({ icon: NoticeIcon, live = false, children }: { icon: Icon; live?: boolean; children: ReactNode }) {
  return (
    <div className={classes.notice} {...(live ? { role: 'status' } : {})}>
      <NoticeIcon size={20} aria-hidden="true" />
      <div>{children}</div>
    </div>
  );
}
