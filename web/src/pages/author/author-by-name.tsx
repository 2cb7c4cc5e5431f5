import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearch } from '@tanstack/react-router';
import { foundAuthorsQuery } from '../../api/queries/author-and-series-queries.js';
import { LoadingBlock } from '../../components/feedback/loading-block.js';

/** Leads from an author's name to their page; to a search where the catalogue has nobody of exactly this name. */
export function AuthorByName() {
  const { name = '' } = useSearch({ from: '/shell/authors' });
  const { data, isPending } = useQuery({ ...foundAuthorsQuery(name), enabled: name !== '' });
  if (isPending && name !== '') return <LoadingBlock height={112} />;
  const author = data?.items.find((found) => found.name.localeCompare(name, undefined, { sensitivity: 'base' }) === 0);
  if (author) return <Navigate to="/authors/$authorId" params={{ authorId: author.id }} replace />;
  return <Navigate to="/search" search={{ q: name }} replace />;
}
