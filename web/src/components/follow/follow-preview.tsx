import type { FollowPreview } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { IgnoreListed } from '../book/ignore-action.js';
import classes from './follow.module.css';
import { LoadingBlock } from '../feedback/loading-block.js';

/** A previewed book as a line: its part, its title, and when it comes out. */
export function PreviewedBook({ book }: { book: FollowPreview['items'][number] }) {
  const { t, day } = useI18n();
  const when = book.upcoming
    ? book.releaseDate
      ? t('follow.preview.upcoming', { date: day(book.releaseDate) })
      : t('follow.preview.announced')
    : undefined;
  return (
    <>
      {book.part === null ? null : <span className={classes.part}>{book.part}</span>}
      <span>
        <bdi>{book.title}</bdi>
        {when === undefined ? null : <span className="dim small"> · {when}</span>}
        {book.requested ? <span className="dim small"> · {t('follow.preview.requested')}</span> : null}
      </span>
    </>
  );
}

/** The books that are requested at once, and what stands in the way. */
export function FollowPreviewList({ preview }: { preview: FollowPreview | undefined }) {
  const { t } = useI18n();
  if (!preview) return <LoadingBlock height={72} />;
  const { items, needsApproval, overQuota, truncated } = preview;
  const notes = [
    items.length > 0 && needsApproval ? t('follow.preview.approval') : '',
    overQuota > 0 ? t('follow.preview.quota', { left: items.length - overQuota }) : '',
    truncated ? t('follow.preview.truncated') : '',
  ].filter(Boolean);
  return (
    <div role="status">
      <p className="small">{items.length === 0 ? t('follow.preview.none') : t('follow.preview.some', { count: items.length })}</p>
      {items.length > 0 ? (
        <ul className={classes.books} tabIndex={0} aria-label={t('follow.preview.some', { count: items.length })}>
          {items.map((book) => (
            <li key={book.asin}>
              <PreviewedBook book={book} />
              <IgnoreListed book={book} />
            </li>
          ))}
        </ul>
      ) : null}
      {notes.map((note) => (
        <p key={note} className="dim small">
          {note}
        </p>
      ))}
    </div>
  );
}
