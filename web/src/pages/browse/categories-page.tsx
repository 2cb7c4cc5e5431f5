import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCategory } from '@tabler/icons-react';
import { categoriesQuery } from '../../api/queries/book-queries.js';
import { NoCatalog, SilentCatalog, useCatalogStanding } from '../../components/book/no-catalog.js';
import { StaleNote } from '../../components/book/stale-note.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './browse.module.css';

export function CategoriesPage() {
  const { t } = useI18n();
  useWindowTitle(t('browse.categories'));
  const standing = useCatalogStanding();
  const { data, error, refetch } = useQuery(categoriesQuery);
  if (!data && error && standing === 'none') return <NoCatalog />;
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!data) return <LoadingBlock height={320} />;
  if (data.items.length === 0 && standing === 'silent') return <SilentCatalog />;
  if (data.items.length === 0) {
    return (
      <StatePanel icon={IconCategory} title={t('browse.noCategories.title')}>
        {t('browse.noCategories.body')}
      </StatePanel>
    );
  }
  return (
    <section aria-label={t('browse.categories')}>
      <h2 className="visually-hidden">{t('browse.categories')}</h2>
      <StaleNote of={data} />
      <ul className={classes.tree}>
        {data.items.map(({ id, name, children = [] }) => (
          <li key={id} className={classes.branch}>
            <Link to="/browse/categories/$categoryId" params={{ categoryId: id }} className={`plain-link ${classes.branchName}`}>
              {name}
            </Link>
            {children.length > 0 ? (
              <ul className={classes.leaves} aria-label={t('browse.inCategory', { category: name })}>
                {children.map((child) => (
                  <li key={child.id}>
                    <Link to="/browse/categories/$categoryId" params={{ categoryId: child.id }} className="plain-link">
                      {child.name}
                    </Link>
                  </li>
                ))}
              </ul>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  );
}
