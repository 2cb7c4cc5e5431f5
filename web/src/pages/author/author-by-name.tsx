import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { foundAuthorsQuery } from '../../api/queries/author-and-series-queries.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** Leads from an author's name to their page; to a search where the catalogue has nobody of exactly this name. */
export function AuthorByName() {
  const { t } = useI18n();
  const { name = '' } = useSearch({ from: '/shell/authors' });
  const { data, isPending } = useQuery({ ...foundAuthorsQuery(name), enabled: name !== '' });
  if (isPending && name !== '') return <Skeleton height={112} role="status" aria-label={t('common.loading')} />;
  const author = data?.items.find((found) => found.name.localeCompare(name, undefined, { sensitivity: 'base' }) === 0);
  if (author) return <Navigate to="/authors/$authorId" params={{ authorId: author.id }} replace />;
  return <Navigate to="/search" search={{ q: name }} replace />;
}
