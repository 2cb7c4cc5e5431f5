import { Button } from '@mantine/core';
import { useState } from 'react';
import type { RequestAction, RequestSummary } from '../../api/types.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { ConfirmDialog } from '../feedback/confirm-dialog.js';
import { DenyDialog } from './deny-dialog.js';
import { useAct } from './use-act.js';

/** The main one first; `select` is done in the table of candidates. */
const ORDER: readonly RequestAction[] = [
  'approve',
  'accept_import',
  'retry',
  'retry_download',
  'search',
  'reject_release',
  'deny',
  'cancel',
];

export function RequestActions({ request, only }: { request: RequestSummary; only?: readonly RequestAction[] }) {
  const { t } = useI18n();
  const { busy, act } = useAct();
  const [asking, setAsking] = useState<'cancel' | 'deny' | null>(null);
  const actions = ORDER.filter((action) => request.actions.includes(action) && (!only || only.includes(action)));
  const close = () => setAsking(null);

  return (
    <>
      {actions.map((action, index) => (
        <Button
          key={action}
          variant={index === 0 && action !== 'cancel' && action !== 'deny' ? 'filled' : 'default'}
          loading={busy === `${request.id} ${action}`}
          disabled={busy !== null && busy !== `${request.id} ${action}`}
          onClick={() => (action === 'cancel' || action === 'deny' ? setAsking(action) : act(request.id, { action }))}
        >
          {t(`request.action.${action}`)}
        </Button>
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
          onDeny={(reason) => act(request.id, { action: 'deny', reason }, close)}
        />
      ) : null}
    </>
  );
}
