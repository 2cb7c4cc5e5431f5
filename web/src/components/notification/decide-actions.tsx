import { useState } from 'react';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { ActionButton } from '../controls/action-button.js';
import { DenyDialog } from '../request/deny-dialog.js';
import { useAct } from '../request/use-act.js';

/** Approves or denies a request where it is told of. @param about names it for those who do not see what stands above */
export function DecideActions({ requestId, about }: { requestId: string; about: string }) {
  const { t } = useI18n();
  const { busy, act } = useAct();
  const [denies, setDenies] = useState(false);
  return (
    <>
      <ActionButton
        size="sm"
        variant="light"
        loading={busy === `${requestId} approve`}
        blocked={busy !== null}
        aria-label={labelled(t('request.action.approve'), about)}
        onClick={() => act(requestId, { action: 'approve' })}
      >
        {t('request.action.approve')}
      </ActionButton>
      <ActionButton
        size="sm"
        variant="default"
        blocked={busy !== null}
        aria-label={labelled(t('request.action.deny'), about)}
        onClick={() => setDenies(true)}
      >
        {t('request.action.deny')}
      </ActionButton>
      {denies ? (
        <DenyDialog
          title={t('notifications.deny')}
          busy={busy !== null}
          onClose={() => setDenies(false)}
          onDeny={(reason) => act(requestId, { action: 'deny', reason }, () => setDenies(false))}
        />
      ) : null}
    </>
  );
}
