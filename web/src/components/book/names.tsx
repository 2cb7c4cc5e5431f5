import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { comma } from '../../i18n/join-names.js';

/** Names with commas between them, each a link. */
function Names({ children }: { children: readonly ReactNode[] }) {
  return children.map((name, index) => (
    <span key={index}>
      {index > 0 ? comma() : ''}
      <bdi>{name}</bdi>
    </span>
  ));
}

/** Links authors to their pages; one that is known only by name is looked up when somebody follows the link. */
export function AuthorNames({ authors }: { authors: readonly { name: string; id?: string | undefined }[] }) {
  return (
    <Names>
      {authors.map(({ name, id }) =>
        id ? (
          <Link key={id} to="/authors/$authorId" params={{ authorId: id }} className="plain-link">
            {name}
          </Link>
        ) : (
          <Link key={name} to="/authors" search={{ name }} className="plain-link">
            {name}
          </Link>
        ),
      )}
    </Names>
  );
}

/** Links narrators to their books; catalogues give them names and no ids. */
export function NarratorNames({ narrators, most = 4 }: { narrators: readonly string[]; most?: number }) {
  const { t } = useI18n();
  const shown = narrators.slice(0, most);
  return (
    <>
      <Names>
        {shown.map((name) => (
          <Link key={name} to="/narrator" search={{ name }} className="plain-link">
            {name}
          </Link>
        ))}
      </Names>
      {narrators.length > shown.length ? ` ${t('book.andMore', { count: narrators.length - shown.length })}` : null}
    </>
  );
}

/** "Narrated by …" with links; nothing for a book whose narrators are not known. */
export function NarratedBy({ narrators, most = 4 }: { narrators: readonly string[]; most?: number }) {
  const { t } = useI18n();
  if (narrators.length === 0) return null;
  // other languages may put the names into the middle of the sentence
  const [before = '', after = ''] = t('book.narratedBy', { narrators: '\u0001' }).split('\u0001');
  return (
    <>
      {before}
      <NarratorNames narrators={narrators} most={most} />
      {after}
    </>
  );
}

/** Links the series of a book, with its part, to their pages; one that is known only by name leads to a search. */
export function SeriesNames({ series }: { series: AnnotatedBook['series'] }) {
  const { t } = useI18n();
  return series.map(({ name, id, part }) => {
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
  });
}
