import { IconAlertTriangle } from '@tabler/icons-react';
import classes from './forms.module.css';
import type { UiHints } from './json-schema.js';

interface CautionProps {
  value: unknown;
  of: UiHints['caution'];
  /** A wrong value needs no warning about being unusual. */
  hasError: boolean;
}

/** Warns of a number that is allowed but hardly ever meant. */
export function Caution({ value, of, hasError }: CautionProps) {
  const applies = of !== undefined && typeof value === 'number' && value > of.above && !hasError;
  return (
    <div aria-live="polite">
      {applies ? (
        <p className={classes.caution}>
          <IconAlertTriangle size={16} aria-hidden="true" /> {of.text}
        </p>
      ) : null}
    </div>
  );
}
