import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { Cover } from '../cover/cover.js';
import { authorsOf } from './book-text.js';
import classes from './book-picker.module.css';

/** What a line shows, whoever lists the book. */
type ListedBook = Pick<AnnotatedBook, 'title' | 'subtitle' | 'authors' | 'narrators' | 'durationMinutes' | 'language' | 'coverUrl'>;

/** A book in a line, with what tells one edition from another. */
export function BookLine({ book, note }: { book: ListedBook; note?: string }) {
  const { t, duration, language } = useI18n();
  const facts = [
    authorsOf(book),
    book.narrators.length > 0 ? t('book.narratedBy', { narrators: book.narrators.slice(0, 2).join(', ') }) : '',
    book.durationMinutes ? duration(book.durationMinutes) : '',
    book.language ? language(book.language) : '',
  ];
  return (
    <>
      <span className={classes.cover}>
        <Cover title={book.title} author={authorsOf(book)} src={book.coverUrl} width={48} />
      </span>
      <span className={classes.words}>
        <strong>{book.title}</strong>
        {book.subtitle ? <span className="dim small">{book.subtitle}</span> : null}
        <span className="dim small">{facts.filter(Boolean).join(' · ')}</span>
        {note ? <span className="small">{note}</span> : null}
      </span>
    </>
  );
}
