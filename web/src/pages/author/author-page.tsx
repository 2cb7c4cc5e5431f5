import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { IconUser } from '@tabler/icons-react';
import { isApiError } from '../../api/api-error.js';
import { authorBooksQuery, authorQuery } from '../../api/queries/author-and-series-queries.js';
import { BookList } from '../../components/book/book-list.js';
import { Description } from '../../components/book/description.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { FollowButton } from '../../components/follow/follow-button.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Section } from '../../components/page/section.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** An author and their books. */
export function AuthorPage() {
  const { t } = useI18n();
  const { authorId } = useParams({ from: '/shell/authors/$authorId' });
  const { data, error, refetch } = useQuery(authorQuery(authorId));
  const books = useInfiniteQuery(authorBooksQuery(authorId));
  if (isApiError(error, 'unknown_author')) {
    return (
      <StatePanel icon={IconUser} title={t('author.unknown.title')}>
        {t('author.unknown.body')}
      </StatePanel>
    );
  }
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <PageHeader
        title={data?.name ?? t('author.title')}
        lead={t('author.title')}
        actions={data ? <FollowButton kind="author" catalogId={authorId} name={data.name} /> : null}
      />
      {data?.description ? (
        <div style={{ maxInlineSize: 720 }}>
          <Description text={data.description} title={t('author.about')} headingLevel={2} />
        </div>
      ) : null}
      <Section title={t('author.books')}>
        <BookList query={books} />
      </Section>
    </>
  );
}
