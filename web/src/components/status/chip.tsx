import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Tone } from '../../api/request-status.js';
import classes from './chip.module.css';

/** A word with an icon and a tone, for anything that is not the state of a request. */
export function Chip({ tone, icon: ChipIcon, children }: { tone: Tone; icon: Icon; children: ReactNode }) {
  return (
    <span className={classes.chip} data-tone={tone}>
      <ChipIcon size={14} stroke={2} aria-hidden="true" />
      <span className={classes.label}>{children}</span>
    </span>
  );
}
