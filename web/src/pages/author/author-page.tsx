import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { IconUser } from '@tabler/icons-react';
import { isApiError } from '../../api/api-error.js';
import { authorQuery, authorSeriesQuery } from '../../api/queries/author-and-series-queries.js';
import { BookList } from '../../components/book-list/book-list.js';
import { Description } from '../../components/book/description.js';
import { StaleNote } from '../../components/book/stale-note.js';
import { Portrait } from '../../components/cover/portrait.js';
import { ErrorState } from '../../components/feedback/error-state.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { FollowButton } from '../../components/follow/follow-button.js';
import { PageHeader } from '../../components/page/page-header.js';
import { Section } from '../../components/page/section.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './author.module.css';

/** The series of an author's books; nothing while they are not known. */
function SeriesOfAuthor({ authorId }: { authorId: string }) {
  const { t } = useI18n();
  const { data } = useQuery(authorSeriesQuery(authorId));
  if (!data || data.items.length === 0) return null;
  return (
    <Section title={t('author.series')}>
      <StaleNote of={data} />
      <ul className={classes.seriesList}>
        {data.items.map(({ id, name, books }) => (
          <li key={id ?? name}>
            {id ? (
              <Link to="/series/$seriesId" params={{ seriesId: id }} className={classes.series}>
                <strong>{name}</strong>
                <span className="dim small">{t('author.series.books', { count: books })}</span>
              </Link>
            ) : (
              <Link to="/search" search={{ q: name }} className={classes.series}>
                <strong>{name}</strong>
                <span className="dim small">{t('author.series.books', { count: books })}</span>
              </Link>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** An author: picture, biography, series and books. */
export function AuthorPage() {
  const { t } = useI18n();
  const { authorId } = useParams({ from: '/shell/authors/$authorId' });
  const { data, error, refetch } = useQuery(authorQuery(authorId));
  if (isApiError(error, 'unknown_author')) {
    return (
      <StatePanel icon={IconUser} title={t('author.unknown.title')}>
        {t('author.unknown.body')}
      </StatePanel>
    );
  }
  if (!data && error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const author = data?.author;
  return (
    <>
      <div className={classes.head}>
        <Portrait name={author?.name ?? ''} src={author?.imageUrl} size={112} />
        <div className={classes.words}>
          <PageHeader
            title={author?.name ?? t('author.title')}
            lead={t('author.title')}
            actions={author ? <FollowButton kind="author" catalogId={authorId} name={author.name} /> : null}
          />
        </div>
      </div>
      <StaleNote of={data} />
      {author?.description ? (
        <div style={{ maxInlineSize: 720 }}>
          <Description text={author.description} title={t('author.about')} headingLevel={2} />
        </div>
      ) : null}
      <SeriesOfAuthor authorId={authorId} />
      <Section title={t('author.books')}>
        <BookList list={{ kind: 'author', id: authorId }} />
      </Section>
    </>
  );
}
