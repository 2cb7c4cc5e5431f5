import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { categoriesQuery } from '../../api/queries/book-queries.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { BookList } from '../../components/book-list/book-list.js';
import classes from './browse.module.css';

/** Books of one category, with links up and down the tree. */
export function CategoryPage() {
  const { t } = useI18n();
  const { categoryId } = useParams({ from: '/shell/browse/categories/$categoryId' });
  const { data } = useQuery(categoriesQuery);
  const tree = data?.items ?? [];
  const branch = tree.find(({ id, children = [] }) => id === categoryId || children.some((child) => child.id === categoryId));
  const isBranch = branch?.id === categoryId;
  const name = (isBranch ? branch.name : branch?.children?.find(({ id }) => id === categoryId)?.name) ?? t('browse.categories');
  useWindowTitle(name);
  const inner = isBranch ? (branch.children ?? []) : [];
  return (
    <section aria-labelledby="category">
      <h2 id="category" className={classes.heading}>
        {name}
      </h2>
      {branch && !isBranch ? (
        <p className={classes.path}>
          <Link to="/browse/categories/$categoryId" params={{ categoryId: branch.id }} className="plain-link">
            {branch.name}
          </Link>
        </p>
      ) : null}
      {inner.length > 0 ? (
        <ul className={classes.leaves} style={{ marginBlockEnd: 20 }} aria-label={t('browse.inCategory', { category: name })}>
          {inner.map((child) => (
            <li key={child.id}>
              <Link to="/browse/categories/$categoryId" params={{ categoryId: child.id }} className="plain-link">
                {child.name}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
      <BookList list={{ kind: 'category', id: categoryId }} />
    </section>
  );
}
