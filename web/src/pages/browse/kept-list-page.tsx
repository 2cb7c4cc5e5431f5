import { useParams } from '@tanstack/react-router';
import { KEPT_LISTS, type KeptList } from '../../api/queries/book-list-queries.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { BookList } from '../../components/book-list/book-list.js';

const NAMES = { popular: 'browse.popular', 'new-releases': 'browse.newReleases' } as const satisfies Record<KeptList, string>;

/** Everything that is stored of one of the catalogue's lists. */
export function KeptListPage() {
  const { t } = useI18n();
  const params = useParams({ from: '/shell/browse/$list' });
  const list = KEPT_LISTS.find((one) => one === params.list) ?? 'popular';
  const name = t(NAMES[list]);
  useWindowTitle(name);
  return (
    <section aria-label={name}>
      <h2 className="visually-hidden">{name}</h2>
      <BookList list={{ kind: 'kept', id: list }} />
    </section>
  );
}
