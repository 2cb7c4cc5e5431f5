import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useWindowTitle } from '../page/page-header.js';
import classes from './state-panel.module.css';

interface StatePanelProps {
  icon: Icon;
  title: string;
  children?: ReactNode;
  action?: ReactNode;
  tone?: 'quiet' | 'bad';
  compact?: boolean;
  /** Whether the title is the heading of the page. */
  heading?: boolean;
}

/** The heading of a page that has no other, which its window is called by as well. */
function PageTitle({ title }: { title: string }) {
  useWindowTitle(title);
  return <h1 className={classes.title}>{title}</h1>;
}

/** Shown for an empty, missing or failed part: what it is, why, and the one thing to do. */
export function StatePanel({
  icon: PanelIcon,
  title,
  children,
  action,
  tone = 'quiet',
  compact = false,
  heading = false,
}: StatePanelProps) {
  return (
    <div className={classes.panel} data-tone={tone} data-compact={compact} role={tone === 'bad' ? 'alert' : undefined}>
      <span className={classes.icon}>
        <PanelIcon size={compact ? 22 : 30} stroke={1.5} aria-hidden="true" />
      </span>
      {heading ? <PageTitle title={title} /> : <p className={classes.title}>{title}</p>}
      {children ? <div className={classes.body}>{children}</div> : null}
      {action ? <div className={classes.action}>{action}</div> : null}
    </div>
  );
}
