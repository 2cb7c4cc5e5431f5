import { isOpen } from '../../api/request-status.js';
import type { AnnotatedBook, EbookAnswer, Me } from '../../api/types.js';
import type { Wanted } from './request-dialog.js';

/** The types of a book that can be requested; an admin may do it for somebody else where they have a request of their own. */
export function requestChoices(book: AnnotatedBook, ebook: EbookAnswer | undefined, { role }: Pick<Me, 'role'>): Wanted[] {
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
