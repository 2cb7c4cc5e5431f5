import { useState } from 'react';
import { isApiError } from '../../api/api-error.js';
import { bookActionOf } from '../../api/book-action.js';
import type { BookAction } from '../../api/book-action.js';
import { useCreateRequest } from '../../api/queries/request-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { CardBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import { today } from './book-text.js';

/** What a person can do with a book, and how. */
export interface BookRequest {
  readonly action: BookAction;
  readonly busy: boolean;
  /** Ignores a second click during the first. Asks first for a book on the ignore list. */
  readonly send: () => void;
  /** Present while the person is asked about a book on their ignore list. */
  readonly question: { readonly title: string; readonly onConfirm: () => void; readonly onClose: () => void } | undefined;
}

export function useBookRequest(book: CardBook): BookRequest {
  const { t } = useI18n();
  const errorText = useErrorText();
  const me = useMe();
  const create = useCreateRequest();
  const [isAsking, setAsking] = useState(false);
  const action = bookActionOf(book, me, today());
  const { title } = book;

  const request = (bypassIgnore: boolean) => {
    if (create.isPending) return;
    create.mutate(
      { asin: book.asin, ...(bypassIgnore ? { bypassIgnore } : {}) },
      {
        onSuccess: ({ request: made, outcome }) => {
          if (outcome === 'joined') toast.done(t('action.joined', { title }));
          else toast.done(t(made.status === 'awaiting_approval' ? 'action.createdApproval' : 'action.created', { title }));
        },
        onError: (error) => {
          // ignored in another tab, or through another ASIN of the recording
          if (isApiError(error, 'ignored')) setAsking(true);
          else if (isApiError(error, 'already_available')) toast.done(t('action.already', { title }));
          else if (isApiError(error, 'quota_exceeded')) toast.problem(t('quota.exceeded'));
          else if (isApiError(error, 'duplicate')) toast.done(t('action.duplicate', { title }));
          else if (isApiError(error, 'catalogue_unavailable')) toast.problem(t('action.unavailable', { message: errorText(error) }));
          else toast.problem(t('action.failed', { message: errorText(error) }));
        },
      },
    );
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
