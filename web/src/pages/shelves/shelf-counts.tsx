import { Link } from '@tanstack/react-router';
import { SHELF_OUTCOMES } from '../../api/shelf-outcomes.js';
import type { Shelf } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { OUTCOME_LOOK } from './outcome-look.js';
import classes from './shelves.module.css';

/** The number of books by outcome, each linking to its books. */
export function ShelfCounts({ shelf }: { shelf: Shelf }) {
  const { t, number } = useI18n();
  const present = SHELF_OUTCOMES.filter((outcome) => (shelf.counts[outcome] ?? 0) > 0);
  if (present.length === 0) return null;
  return (
    <ul className={classes.counts}>
      {present.map((outcome) => {
        const { icon: OutcomeIcon } = OUTCOME_LOOK[outcome];
        return (
          <li key={outcome}>
            <Link to="/shelves/$shelfId" params={{ shelfId: shelf.id }} search={{ outcome }}>
              <OutcomeIcon size={16} aria-hidden="true" />
              {/* not the number first: the word would need the plural forms of each language */}
              {labelled(t(`shelves.outcome.${outcome}`), number(shelf.counts[outcome] ?? 0))}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}
