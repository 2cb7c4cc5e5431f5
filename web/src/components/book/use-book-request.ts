import { useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { bookActionOf } from '../../api/book-action.js';
import type { BookAction } from '../../api/book-action.js';
import { useCreateRequest } from '../../api/queries/request-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { CardBook } from '../../api/types.js';
import { today } from './book-text.js';
import { useAskingWords } from './use-asking-words.js';

/** The actions that a person can take on a book. */
export interface BookRequest {
  readonly action: BookAction;
  readonly busy: boolean;
  /** Ignores a second click during the first. Asks first for a book on the ignore list. */
  readonly send: () => void;
  /** Present while the person is asked about a book on their ignore list. */
  readonly question: { readonly title: string; readonly onConfirm: () => void; readonly onClose: () => void } | undefined;
}

export function useBookRequest(book: CardBook): BookRequest {
  const me = useMe();
  const create = useCreateRequest();
  const [isAsking, setAsking] = useState(false);
  const action = bookActionOf(book, me, today());
  const { title } = book;
  const words = useAskingWords(title);

  const request = (bypassIgnore: boolean) => {
    if (create.isPending) return;
    const body = {
      asin: book.asin,
      ...(book.region === undefined ? {} : { region: book.region }),
      ...(bypassIgnore ? { bypassIgnore } : {}),
    };
    create.mutate(body, {
      onSuccess: (made) => words.made('audiobook', made),
      // ignored in another tab, or through another ASIN of the recording
      onError: (error) => (isApiError(error, 'ignored') ? setAsking(true) : words.failed('audiobook', error, body)),
    });
  };
  const question = {
    title,
    onConfirm: () => {
      setAsking(false);
      request(true);
    },
    onClose: () => setAsking(false),
  };
  const send = () => (action.kind === 'ignored' ? setAsking(true) : request(false));
  return { action, busy: create.isPending, send, question: isAsking ? question : undefined };
}
