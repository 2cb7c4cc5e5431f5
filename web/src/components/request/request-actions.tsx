import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import type { RequestAction, RequestSummary } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { labelled } from '../../i18n/join-names.js';
import { ConfirmDialog } from '../feedback/confirm-dialog.js';
import { DenyDialog } from './deny-dialog.js';
import { offeredActions, type DirectAction } from './offered-actions.js';
import { useAct } from './use-act.js';

interface RequestActionsProps {
  readonly request: RequestSummary;
  /** In a row of a list, whose buttons are those of many requests: only these, and none that shouts. */
  readonly inRow?: readonly RequestAction[];
  /** In a list of what is to be decided: a request that was decided there says how, with a way back. */
  readonly isDecision?: boolean;
}

/** What takes a decision back. */
const UNDOABLE = ['undo_denial', 'undo_approval'] as const;

/** The buttons of a request: what to do now, and what stands beside it. */
export function RequestActions({ request, inRow, isDecision = false }: RequestActionsProps) {
  const { t } = useI18n();
  const { busy, act } = useAct();
  const [asking, setAsking] = useState<'cancel' | 'deny' | null>(null);
  const { main, beside } = offeredActions(request);
  const actions = [...(main ? [main] : []), ...beside].filter((action) => inRow?.includes(action) ?? true);
  const close = () => setAsking(null);
  const people = (request.alongside?.length ?? 0) + 1;
  const together = people > 1;
  const label = (action: DirectAction) =>
    together && action === 'approve'
      ? t('requests.together.approveAll', { count: people })
      : together && action === 'deny'
        ? t('requests.together.denyAll', { count: people })
        : t(`request.action.${action}`);
  const mainLook = inRow ? 'light' : 'filled';
  const undo = isDecision ? UNDOABLE.find((action) => request.actions.includes(action)) : undefined;
  if (undo) {
    return (
      <>
        <span className="dim small">{t(undo === 'undo_denial' ? 'request.decided.isDenied' : 'request.decided.isApproved')}</span>
        <ActionButton
          variant="default"
          loading={busy === `${request.id} ${undo}`}
          blocked={busy !== null}
          aria-label={labelled(t('ignore.undo'), request.book.title)}
          onClick={() => act(request.id, { action: undo })}
        >
          {t('ignore.undo')}
        </ActionButton>
      </>
    );
  }

  return (
    <>
      {actions.map((action) => (
        <ActionButton
          key={action}
          variant={action === main ? mainLook : 'default'}
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
