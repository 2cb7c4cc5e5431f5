import { isApiError } from '../../api/api-error.js';
import { outbox } from '../../api/outbox.js';
import { useRequestAction, type NewRequest } from '../../api/queries/request-queries.js';
import { useMe } from '../../api/queries/session-queries.js';
import type { RequestSummary, RequestType } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';

interface Made {
  readonly request: RequestSummary;
  /** `chosen`: the person's own request, which was there before, was given a release. */
  readonly outcome: 'created' | 'joined' | 'chosen';
}

const WORDS = {
  audiobook: {
    created: 'action.created',
    createdApproval: 'action.createdApproval',
    joined: 'action.joined',
    already: 'action.already',
    duplicate: 'action.duplicate',
  },
  ebook: {
    created: 'ebook.created',
    createdApproval: 'ebook.createdApproval',
    joined: 'ebook.joined',
    already: 'ebook.already',
    duplicate: 'ebook.duplicate',
  },
} as const satisfies Record<RequestType, object>;

/** Says what came of asking for a book. */
export function useAskingWords(title: string) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const me = useMe();
  const { mutateAsync } = useRequestAction();
  /** Takes back a click too many, also after the dialog that asked is gone. */
  const takeBack = async (id: string) => {
    try {
      await mutateAsync({ id, action: 'cancel' });
      toast.done(t('request.done.cancel', { title }));
    } catch (error) {
      toast.problem(errorText(error));
    }
  };
  return {
    made(type: RequestType, { request, outcome }: Made): void {
      if (outcome === 'chosen') return toast.done(t('request.done.select'));
      const how = outcome === 'joined' ? 'joined' : request.status === 'awaiting_approval' ? 'createdApproval' : 'created';
      const words = t(WORDS[type][how], { title });
      if (outcome === 'created' && request.actions.includes('cancel'))
        toast.undoable(words, t('ignore.undo'), () => void takeBack(request.id));
      else toast.done(words);
    },
    /** @param body what was asked for, which is kept where there is no connection; absent where a release was chosen, which may be gone by then */
    failed(type: RequestType, error: unknown, body?: NewRequest): void {
      const wish = body && { userId: me.id, title, body };
      if (wish && isApiError(error, 'network') && outbox.add(wish))
        toast.undoable(t('outbox.kept', { title }), t('common.cancel'), () => outbox.remove(wish));
      else if (isApiError(error, 'already_available')) toast.done(t(WORDS[type].already, { title }));
      else if (isApiError(error, 'quota_exceeded')) toast.problem(t('quota.exceeded'));
      else if (isApiError(error, 'duplicate')) toast.done(t(WORDS[type].duplicate, { title }));
      else if (isApiError(error, 'catalogue_unavailable')) toast.problem(t('action.unavailable', { message: errorText(error) }));
      else toast.problem(t('action.failed', { message: errorText(error) }));
    },
    /** Somebody else's, asked for by an admin. */
    madeFor: (type: RequestType, name: string) => toast.done(t(`ask.madeFor.${type}`, { title, name })),
    failedFor: (error: unknown) => toast.problem(t('action.failed', { message: errorText(error) })),
  };
}
