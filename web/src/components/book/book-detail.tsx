import { Link } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMe } from '../../api/queries/session-queries.js';
import { loadPart } from '../../api/load-part.js';
import type { AnnotatedBook, BookAnswer } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Cover } from '../cover/cover.js';
import { BookFacts } from './book-facts.js';
import { BookMenu } from './book-menu.js';
import { authorsOf } from './book-text.js';
import { Description } from './description.js';
import classes from './book-detail.module.css';
import { Joined } from './joined.js';
import { AuthorNames, NarratedBy, NarratorNames, SeriesNames } from './names.js';
import { DownloadAction } from './download-action.js';
import { EbookAction } from './ebook-action.js';
import { QuotaNote } from './quota-note.js';
import { RequestButton } from './request-button.js';
import { SampleAction } from './sample-action.js';
import { BookTitle } from './book-title.js';

const BookMore = lazy(() => loadPart(import('./book-more.js')).then((module) => ({ default: module.BookMore })));
const RequestState = lazy(() => loadPart(import('./request-state.js')).then((module) => ({ default: module.RequestState })));
/** For admins, on the page of a book. */
const WorkPanel = lazy(async () => ({ default: (await import('./work-panel.js')).WorkPanel }));

/** Everything about a book, with its main action. Used by the sheet and by the page. */
export function BookDetail({ answer, headingLevel }: { answer: BookAnswer; headingLevel: 1 | 2 }) {
  const { t } = useI18n();
  const { role } = useMe();
  const { book, editions, inCatalogue } = answer;
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <article className={classes.frame}>
      <div className={classes.detail}>
        <div className={classes.head}>
          <div className={classes.cover}>
            <Cover title={book.title} author={authorsOf(book)} src={book.coverUrl} width={240} eager />
          </div>
          <div className={classes.words}>
            {book.series.length > 0 ? (
              <p className={classes.series}>
                <SeriesNames series={book.series} />
              </p>
            ) : null}
            <Heading className={classes.title} id="book-title">
              <BookTitle book={book} />
            </Heading>
            {book.subtitle ? (
              <p className={classes.subtitle}>
                <bdi lang={book.language}>{book.subtitle}</bdi>
              </p>
            ) : null}
            <p className={classes.people}>
              <AuthorNames authors={book.authors} />
            </p>
            {book.narrators.length > 0 ? (
              <p className={`${classes.people} dim`}>
                <NarratedBy narrators={book.narrators} />
              </p>
            ) : null}
            <div className={classes.action}>
              {inCatalogue || book.availability === 'available' ? <RequestButton book={book} /> : null}
              {inCatalogue || book.ebookItem ? <EbookAction book={book} /> : null}
              <SampleAction key={book.asin} book={book} />
              <DownloadAction asin={book.asin} title={book.title} />
              <BookMenu book={book} isPage={headingLevel === 1} />
            </div>
            {book.availability === 'none' && inCatalogue ? <QuotaNote /> : null}
            {inCatalogue ? null : <p className="dim small">{t('book.fromLibrary')}</p>}
            {book.reportedIssue ? <p className="dim small">{t('report.known')}</p> : null}
            {book.libraryItem ? <p className="dim small">{t('book.inLibrary', { title: book.libraryItem.title })}</p> : null}
          </div>
        </div>
        {book.request && book.availability !== 'available' && (book.request.mine || role === 'admin') ? (
          <Suspense fallback={null}>
            <RequestState requestId={book.request.id} />
          </Suspense>
        ) : null}
        <BookFacts book={book} />
        {book.description ? (
          <Description text={book.description} language={book.language} headingLevel={headingLevel === 1 ? 2 : 3} />
        ) : null}
        {headingLevel === 1 && role === 'admin' ? (
          <Suspense fallback={null}>
            <WorkPanel book={book} />
          </Suspense>
        ) : null}
        {editions.length > 0 ? <Editions editions={editions} headingLevel={headingLevel === 1 ? 2 : 3} /> : null}
      </div>
      {inCatalogue ? (
        <Suspense fallback={null}>
          <BookMore key={book.asin} book={book} headingLevel={headingLevel === 1 ? 2 : 3} />
        </Suspense>
      ) : null}
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
            <div className={classes.edition}>
              <span className={classes.editionCover}>
                <Cover title={edition.title} author={authorsOf(edition)} src={edition.coverUrl} width={56} />
              </span>
              <span>
                <Link to="/book/$asin" params={{ asin: edition.asin }} className="plain-link">
                  <strong>
                    <BookTitle book={edition} />
                  </strong>
                </Link>
                <span className="dim small">
                  <Joined>
                    {[
                      edition.narrators.length > 0 ? <NarratorNames narrators={edition.narrators} most={1} /> : null,
                      edition.durationMinutes ? duration(edition.durationMinutes) : '',
                      edition.language ? language(edition.language) : '',
                    ]}
                  </Joined>
                </span>
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
