import { useDeleteRequest } from '../../api/queries/deletion-queries.js';
import type { RequestSummary } from '../../api/types.js';
import { toast } from '../../components/feedback/toast.js';
import { useErrorText } from '../../components/feedback/use-error-text.js';
import { DeleteDialog } from '../../components/request/delete-dialog.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** Asks what becomes of the files, and deletes a request. For admins. */
export function DeleteRequest({ request, onClose }: { request: RequestSummary; onClose: () => void }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const removal = useDeleteRequest();
  return (
    <DeleteDialog
      title={t('request.delete.title', { title: request.book.title })}
      requestIds={[request.id]}
      busy={removal.isPending}
      onClose={onClose}
      onDelete={(files) =>
        removal.mutate(
          { id: request.id, files },
          {
            onSuccess: () => {
              toast.done(t('request.done.delete'));
              onClose();
            },
            onError: (error) => toast.problem(errorText(error)),
          },
        )
      }
    />
  );
}
