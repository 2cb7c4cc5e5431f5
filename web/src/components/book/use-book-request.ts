import { isApiError } from '../../api/api-error.js';
import { bookActionOf } from '../../api/book-action.js';
import type { BookAction } from '../../api/book-action.js';
import { useCreateRequest } from '../../api/queries/request-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { AnnotatedBook } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import { today } from './book-text.js';

/** The action of a book and the way to take it. A second click while the first is under way does nothing. */
export function useBookRequest(book: AnnotatedBook): { action: BookAction; busy: boolean; send: () => void } {
  const { t } = useI18n();
  const errorText = useErrorText();
  const me = useMe();
  const create = useCreateRequest();
  const action = bookActionOf(book, me, today());
  const { title } = book;

  const send = () => {
    if (create.isPending) return;
    create.mutate(
      { asin: book.asin, ...(action.kind === 'ignored' ? { bypassIgnore: true } : {}) },
      {
        onSuccess: ({ request, outcome }) => {
          if (outcome === 'joined') toast.done(t('action.joined', { title }));
          else toast.done(t(request.status === 'awaiting_approval' ? 'action.createdApproval' : 'action.created', { title }));
        },
        onError: (error) => {
          if (isApiError(error, 'already_available')) toast.done(t('action.already', { title }));
          else if (isApiError(error, 'quota_exceeded')) toast.problem(t('quota.exceeded'));
          else if (isApiError(error, 'duplicate')) toast.done(t('action.duplicate', { title }));
          else if (isApiError(error, 'catalogue_unavailable')) toast.problem(t('action.unavailable', { message: errorText(error) }));
          else toast.problem(t('action.failed', { message: errorText(error) }));
        },
      },
    );
  };
  return { action, busy: create.isPending, send };
}
