import { useQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import { bookQuery } from '../../api/queries/book-queries.js';
import { BookDetailLoader } from '../../components/book/book-detail-loader.js';
import { useWindowTitle } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';

export function BookPage() {
  const { t } = useI18n();
  const { asin } = useParams({ from: '/shell/book/$asin' });
  const { region } = useSearch({ from: '/shell/book/$asin' });
  const { data } = useQuery(bookQuery(asin, region));
  useWindowTitle(data?.book.title ?? t('app.name'));
  return (
    <div style={{ maxInlineSize: 1180 }}>
      <BookDetailLoader asin={asin} region={region} headingLevel={1} />
    </div>
  );
}
