import type { ReactNode } from 'react';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { joinFacts } from '../../i18n/join-names.js';
import classes from './book-detail.module.css';

/** The known facts that matter to a listener. */
export function BookFacts({ book }: { book: AnnotatedBook }) {
  const { t, duration, day, language, number } = useI18n();
  const facts: [string, ReactNode][] = [];
  if (book.durationMinutes) facts.push([t('book.length'), duration(book.durationMinutes)]);
  if (book.releaseDate) facts.push([t('book.released'), day(book.releaseDate)]);
  if (book.language) facts.push([t('book.language'), language(book.language)]);
  if (book.publisher) facts.push([t('book.publisher'), book.publisher]);
  if (book.rating && book.rating.count > 0) {
    facts.push([t('book.rating'), t('book.ratingValue', { average: number(book.rating.average), count: book.rating.count })]);
  }
  if (book.abridged) facts.push([t('book.abridged'), t('common.yes')]);
  if (book.genres.length > 0) facts.push([t('book.genres'), joinFacts(book.genres.slice(0, 3))]);
  if (facts.length === 0) return null;
  return (
    <dl className={classes.facts}>
      {facts.map(([name, value]) => (
        <div key={name} data-wide={name === t('book.genres') || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
