import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import type { RequestAction, RequestSummary } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ConfirmDialog } from '../feedback/confirm-dialog.js';
import { DenyDialog } from './deny-dialog.js';
import { useAct } from './use-act.js';

/** The main action first. The compiler requires an entry for each action; those without a button here are elsewhere. */
const HAS_BUTTON = {
  approve: true,
  accept_import: true,
  retry: true,
  retry_download: true,
  search: true,
  reject_release: true,
  deny: true,
  cancel: true,
  // a page of its own
  manual_import: false,
  // in the table of candidates
  select: false,
  // beside the link to the ebook
  fetch_ebook: false,
  // in the dialog for releases and files of one's own
  import_upload: false,
  // a switch on the page of the request
  set_any_reading: false,
  // a choice of its own on the page of the request
  merge_chapters: false,
  // a dialog of its own
  delete: false,
} as const satisfies Record<RequestAction, boolean>;

type ButtonAction = { [A in RequestAction]: (typeof HAS_BUTTON)[A] extends true ? A : never }[RequestAction];

const ORDER = (Object.keys(HAS_BUTTON) as RequestAction[]).filter((action): action is ButtonAction => HAS_BUTTON[action]);

export function RequestActions({ request, only }: { request: RequestSummary; only?: readonly RequestAction[] }) {
  const { t } = useI18n();
  const { busy, act } = useAct();
  const [asking, setAsking] = useState<'cancel' | 'deny' | null>(null);
  const actions = ORDER.filter((action) => request.actions.includes(action) && (!only || only.includes(action)));
  const close = () => setAsking(null);
  const people = (request.alongside?.length ?? 0) + 1;
  const together = people > 1;
  const label = (action: ButtonAction) =>
    together && action === 'approve'
      ? t('requests.together.approveAll', { count: people })
      : together && action === 'deny'
        ? t('requests.together.denyAll', { count: people })
        : t(`request.action.${action}`);

  return (
    <>
      {actions.map((action, index) => (
        <ActionButton
          key={action}
          variant={index === 0 && action !== 'cancel' && action !== 'deny' ? 'filled' : 'default'}
          loading={busy === `${request.id} ${action}`}
          blocked={busy !== null}
          onClick={() => (action === 'cancel' || action === 'deny' ? setAsking(action) : act(request.id, { action, together }))}
        >
          {label(action)}
        </ActionButton>
      ))}
      {asking === 'cancel' ? (
        <ConfirmDialog
          title={t('request.confirmCancel.title')}
          confirm={t('request.action.cancel')}
          cancel={t('request.confirmCancel.keep')}
          danger
          onClose={close}
          onConfirm={() => {
            close();
            act(request.id, { action: 'cancel' });
          }}
        >
          {t('request.confirmCancel.body', { title: request.book.title })}
        </ConfirmDialog>
      ) : null}
      {asking === 'deny' ? (
        <DenyDialog
          title={t('request.deny.title', { title: request.book.title })}
          busy={busy !== null}
          onClose={close}
          onDeny={(reason) => act(request.id, { action: 'deny', reason, together }, close)}
        />
      ) : null}
    </>
  );
}
