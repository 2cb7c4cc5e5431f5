import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinNames } from '../../i18n/join-names.js';
import { Cover } from '../cover/cover.js';
import { authorsOf } from './book-text.js';
import { Joined } from './joined.js';
import { AuthorNames, NarratedBy } from './names.js';
import classes from './book-picker.module.css';
import { BookTitle } from './book-title.js';

/** The facts that a line shows, whoever lists the book. */
type ListedBook = Pick<AnnotatedBook, 'title' | 'subtitle' | 'authors' | 'narrators' | 'durationMinutes' | 'language' | 'coverUrl'>;

/** A full cast would push out everything else. */
const MOST_NARRATORS = 2;

/**
 * A book in a line, with what tells one edition from another.
 *
 * @param linked its names lead to their pages; not in a dialog, which that would leave half done
 */
export function BookLine({ book, note, linked = false }: { book: ListedBook; note?: string; linked?: boolean }) {
  const { t, duration, language } = useI18n();
  const rest = book.narrators.length - MOST_NARRATORS;
  const more = rest > 0 ? ` ${t('book.andMore', { count: rest })}` : '';
  const narrators = joinNames(book.narrators.slice(0, MOST_NARRATORS)) + more;
  const words = book.narrators.length > 0 ? t('book.narratedBy', { narrators }) : '';
  const facts = [
    linked ? <AuthorNames authors={book.authors} /> : authorsOf(book),
    linked && words !== '' ? <NarratedBy narrators={book.narrators} most={MOST_NARRATORS} /> : words,
    book.durationMinutes ? duration(book.durationMinutes) : '',
    book.language ? language(book.language) : '',
  ];
  return (
    <>
      <span className={classes.cover}>
        <Cover title={book.title} author={authorsOf(book)} src={book.coverUrl} width={48} />
      </span>
      <span className={classes.words}>
        <strong>
          <BookTitle book={book} />
        </strong>
        {book.subtitle ? (
          <span className="dim small">
            <bdi>{book.subtitle}</bdi>
          </span>
        ) : null}
        <span className="dim small">
          <Joined>{facts}</Joined>
        </span>
        {note ? <span className="small">{note}</span> : null}
      </span>
    </>
  );
}
