import { isOpen } from './request-status.js';
import type { CardBook, Me } from './types.js';

/** The one thing a person can do with a book right now. */
export type BookAction =
  | { kind: 'available' }
  | { kind: 'view'; requestId: string }
  | { kind: 'subscribe'; requestId: string; username: string | undefined }
  | { kind: 'ignored' }
  | { kind: 'upcoming'; date: string }
  | { kind: 'again' }
  | { kind: 'request' }
  | { kind: 'ask' };

/**
 * @param today ISO day, to recognize unreleased books
 */
export function bookActionOf(book: CardBook, me: Pick<Me, 'role' | 'permissions'>, today: string): BookAction {
  if (book.availability === 'available') return { kind: 'available' };
  if (book.request && isOpen(book.request.status)) {
    if (book.request.mine) return { kind: 'view', requestId: book.request.id };
    return { kind: 'subscribe', requestId: book.request.id, username: book.request.username };
  }
  if (book.ignored) return { kind: 'ignored' };
  if (book.releaseDate && book.releaseDate.slice(0, 10) > today) return { kind: 'upcoming', date: book.releaseDate };
  if (book.request?.mine) return { kind: 'again' };
  return me.role === 'admin' || me.permissions.autoApprove ? { kind: 'request' } : { kind: 'ask' };
}
