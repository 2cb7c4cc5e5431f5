import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useScanLibrary } from '../../../api/queries/admin-queries.js';
import type { LibraryLoss } from '../../../api/types.js';
import { ConfirmDialog } from '../../../components/feedback/confirm-dialog.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinNames } from '../../../i18n/join-names.js';
import { Notice } from '../notice.js';

/** Books that the last scan did not list and that still count, with a way to declare them gone. */
export function LibraryLosses({ losses, disabled }: { losses: LibraryLoss[]; disabled: boolean }) {
  const { t, number } = useI18n();
  const errorText = useErrorText();
  const scan = useScanLibrary();
  const [isAsking, setAsking] = useState(false);
  if (losses.length === 0) return null;
  const missing = losses.reduce((sum, loss) => sum + loss.missing, 0);
  const accept = () =>
    scan.mutate(
      { acceptLoss: true },
      {
        onSuccess: () => toast.done(t('library.scan.started')),
        onError: (problem) => toast.problem(errorText(problem)),
        onSettled: () => setAsking(false),
      },
    );
  return (
    <Notice icon={IconAlertTriangle}>
      {losses.map((loss) => (
        <p key={`${loss.integrationId} ${loss.libraryId}`}>
          {t('library.loss', {
            missing: number(loss.missing),
            known: number(loss.known),
            library: loss.library,
            server: loss.server,
            examples: joinNames(loss.examples),
          })}
        </p>
      ))}
      <p>{t('library.loss.why')}</p>
      <Button variant="default" disabled={disabled} onClick={() => setAsking(true)}>
        {t('library.loss.accept')}
      </Button>
      {isAsking ? (
        <ConfirmDialog
          title={t('library.loss.confirm.title', { count: missing })}
          confirm={t('library.loss.confirm')}
          danger
          busy={scan.isPending}
          onConfirm={accept}
          onClose={() => setAsking(false)}
        >
          <p>{t('library.loss.confirm.body')}</p>
        </ConfirmDialog>
      ) : null}
    </Notice>
  );
}
