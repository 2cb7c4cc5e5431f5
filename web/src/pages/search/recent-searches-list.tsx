import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { recentSearches } from '../../api/recent-searches.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './search-page.module.css';

/** The last searches of this browser, each a link to its results. */
export function RecentSearchesList() {
  const { t } = useI18n();
  const [words, setWords] = useState(() => recentSearches.list());
  if (words.length === 0) return null;
  return (
    <section className={classes.recent} aria-labelledby="recent-searches">
      <div className={classes.recentHead}>
        <h2 id="recent-searches" className={classes.namesTitle}>
          {t('search.recent')}
        </h2>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => {
            recentSearches.forget();
            setWords([]);
          }}
        >
          {t('search.recent.forget')}
        </Button>
      </div>
      <ul className={classes.recentList}>
        {words.map((one) => (
          <li key={one}>
            <Link to="/search" search={{ q: one }} className={classes.recentLink}>
              <IconHistory size={16} aria-hidden="true" />
              <span dir="auto">{one}</span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
