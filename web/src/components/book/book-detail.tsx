import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMe } from '../../api/queries/session-queries.js';
import type { AnnotatedBook, BookAnswer } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Cover } from '../cover/cover.js';
import { BookFacts } from './book-facts.js';
import { authorsOf } from './book-text.js';
import { Description } from './description.js';
import classes from './book-detail.module.css';
import { DownloadAction } from './download-action.js';
import { EbookAction } from './ebook-action.js';
import { IgnoreAction } from './ignore-action.js';
import { QuotaNote } from './quota-note.js';
import { RequestButton } from './request-button.js';
import { RequestOptions } from './request-options.js';

/** For admins, on the page of a book. */
const WorkPanel = lazy(async () => ({ default: (await import('./work-panel.js')).WorkPanel }));

function SearchLink({ text }: { text: string }) {
  return (
    <Link to="/search" search={{ q: text }} className="plain-link">
      {text}
    </Link>
  );
}

/** Links authors to their pages; one that the catalogue knows only by name leads to a search. */
function Authors({ authors }: { authors: AnnotatedBook['authors'] }) {
  return authors.map(({ name, id }, index) => (
    <span key={name}>
      {index > 0 ? ', ' : ''}
      {id ? (
        <Link to="/authors/$authorId" params={{ authorId: id }} className="plain-link">
          {name}
        </Link>
      ) : (
        <SearchLink text={name} />
      )}
    </span>
  ));
}

function Series({ book }: { book: AnnotatedBook }) {
  const { t } = useI18n();
  if (book.series.length === 0) return null;
  return (
    <p className={classes.series}>
      {book.series.map(({ name, id, part }) => {
        const words = part ? t('book.series', { part, series: name }) : t('book.seriesNoPart', { series: name });
        return id ? (
          <Link key={name} to="/series/$seriesId" params={{ seriesId: id }} className="plain-link">
            {words}
          </Link>
        ) : (
          <Link key={name} to="/search" search={{ q: name }} className="plain-link">
            {words}
          </Link>
        );
      })}
    </p>
  );
}

/** Everything about a book, with its main action. Used by the sheet and by the page. */
export function BookDetail({ answer, headingLevel }: { answer: BookAnswer; headingLevel: 1 | 2 }) {
  const { t } = useI18n();
  const { role } = useMe();
  const { book, editions } = answer;
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <article className={classes.frame}>
      <div className={classes.detail}>
        <div className={classes.head}>
          <div className={classes.cover}>
            <Cover title={book.title} author={authorsOf(book)} src={book.coverUrl} width={240} eager />
          </div>
          <div className={classes.words}>
            <Series book={book} />
            <Heading className={classes.title} id="book-title">
              {book.title}
            </Heading>
            {book.subtitle ? <p className={classes.subtitle}>{book.subtitle}</p> : null}
            <p className={classes.people}>
              <Authors authors={book.authors} />
            </p>
            {book.narrators.length > 0 ? (
              <p className={`${classes.people} dim`}>{t('book.narratedBy', { narrators: book.narrators.slice(0, 4).join(', ') })}</p>
            ) : null}
            <div className={classes.action}>
              <RequestButton book={book} />
              <EbookAction book={book} />
              <RequestOptions book={book} />
              <DownloadAction asin={book.asin} title={book.title} />
              <IgnoreAction book={book} />
            </div>
            {book.availability === 'none' ? <QuotaNote /> : null}
            {book.libraryItem ? <p className="dim small">{t('book.inLibrary', { title: book.libraryItem.title })}</p> : null}
          </div>
        </div>
        <BookFacts book={book} />
        {book.description ? <Description text={book.description} headingLevel={headingLevel === 1 ? 2 : 3} /> : null}
        {headingLevel === 1 && role === 'admin' ? (
          <Suspense fallback={null}>
            <WorkPanel book={book} />
          </Suspense>
        ) : null}
        {editions.length > 0 ? <Editions editions={editions} headingLevel={headingLevel === 1 ? 2 : 3} /> : null}
      </div>
    </article>
  );
}

function Editions({ editions, headingLevel }: { editions: AnnotatedBook[]; headingLevel: 2 | 3 }) {
  const Heading = `h${headingLevel}` as const;
  const { t, duration, language } = useI18n();
  return (
    <section aria-labelledby="editions">
      <Heading id="editions" className={classes.partTitle}>
        {t('book.editions')}
      </Heading>
      <ul className={classes.editions}>
        {editions.map((edition) => (
          <li key={edition.asin}>
            <Link to="/book/$asin" params={{ asin: edition.asin }} className={classes.edition}>
              <span className={classes.editionCover}>
                <Cover title={edition.title} author={authorsOf(edition)} src={edition.coverUrl} width={56} />
              </span>
              <span>
                <strong>{edition.title}</strong>
                <span className="dim small">
                  {[
                    edition.narrators[0],
                    edition.durationMinutes ? duration(edition.durationMinutes) : '',
                    edition.language ? language(edition.language) : '',
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
