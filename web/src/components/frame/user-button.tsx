import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../api/load-part.js';
import { useMe } from '../../api/queries/session-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import classes from './frame.module.css';

const UserMenu = lazy(() => loadPart(import('./user-menu.js')).then((module) => ({ default: module.UserMenu })));

/** The initial of the signed-in person; pressing it loads and opens the menu. */
export function UserButton() {
  const { t } = useI18n();
  const me = useMe();
  const [wanted, setWanted] = useState(false);
  const name = me.displayName || me.username;
  const button = (
    <button
      type="button"
      className={classes.avatar}
      aria-haspopup="menu"
      aria-label={labelled(t('nav.account'), name)}
      onClick={() => setWanted(true)}
    >
      {Array.from(name)[0]?.toLocaleUpperCase() ?? '?'}
    </button>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <UserMenu />
    </Suspense>
  );
}
