import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { loadPart } from '../../api/load-part.js';
import { ebookQuery } from '../../api/queries/book-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import { isOpen } from '../../api/request-status.js';
import type { AnnotatedBook, EbookAnswer, Me } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import type { Wanted } from './request-dialog.js';

const RequestDialog = lazy(() => loadPart(import('./request-dialog.js')).then((module) => ({ default: module.RequestDialog })));

/** The types of a book that can be requested; an admin may do it for somebody else where they have a request of their own. */
function choicesOf(book: AnnotatedBook, ebook: EbookAnswer | undefined, { role }: Pick<Me, 'role'>): Wanted[] {
  const isAdmin = role === 'admin';
  const hasOwn = book.request?.mine === true && isOpen(book.request.status);
  const audiobook = book.availability !== 'available' && (isAdmin || !hasOwn);
  const isEbookThere = book.ebookItem !== null || ebook?.inLibrary === true || ebook?.request?.status === 'downloaded';
  const hasOwnEbook = ebook?.request?.mine === true;
  const isEbook = ebook?.possible === true && !isEbookThere && (isAdmin || !hasOwnEbook);
  return [
    ...(audiobook ? (['audiobook'] as const) : []),
    ...(isEbook ? (['ebook'] as const) : []),
    ...(audiobook && isEbook ? (['both'] as const) : []),
  ];
}

/** The way to the form behind the one click: both types at once, a note, or a request for somebody else. */
export function RequestOptions({ book }: { book: AnnotatedBook }) {
  const { t } = useI18n();
  const me = useMe();
  const { data } = useQuery(ebookQuery(book.asin));
  const [isAsking, setAsking] = useState(false);
  const choices = choicesOf(book, data, me);
  return (
    <>
      {choices.length > 0 ? (
        <Button
          size="md"
          variant="default"
          leftSection={<IconAdjustmentsHorizontal size={18} aria-hidden="true" />}
          onClick={() => setAsking(true)}
        >
          {t('ask.options')}
        </Button>
      ) : null}
      {isAsking ? (
        <Suspense fallback={null}>
          <RequestDialog book={book} choices={choices} onClose={() => setAsking(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
