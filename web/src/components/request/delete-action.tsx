import { useState } from 'react';
import { useDeleteRequest } from '../../api/queries/deletion-queries.js';
import type { RequestSummary } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ActionButton } from '../controls/action-button.js';
import { toast } from '../feedback/toast.js';
import { useErrorText } from '../feedback/use-error-text.js';
import { DeleteDialog } from './delete-dialog.js';

/** Deletes a request, for admins. */
export function DeleteAction({ request }: { request: RequestSummary }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const removal = useDeleteRequest();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <ActionButton variant="default" blocked={removal.isPending} onClick={() => setAsking(true)}>
        {t('request.action.delete')}
      </ActionButton>
      {asking ? (
        <DeleteDialog
          title={t('request.delete.title', { title: request.book.title })}
          requestIds={[request.id]}
          busy={removal.isPending}
          onClose={() => setAsking(false)}
          onDelete={(files) =>
            removal.mutate(
              { id: request.id, files },
              {
                onSuccess: () => {
                  toast.done(t('request.done.delete'));
                  setAsking(false);
                },
                onError: (error) => toast.problem(errorText(error)),
              },
            )
          }
        />
      ) : null}
    </>
  );
}
