import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { ActionButton } from '../controls/action-button.js';
import { Dialog } from './dialog.js';
import { useI18n } from '../../i18n/i18n-context.js';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** It opens above another dialog. */
  above?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once before something that cannot be undone. */
export function ConfirmDialog({
  title,
  children,
  confirm,
  cancel,
  danger = false,
  busy = false,
  above = false,
  onConfirm,
  onClose,
}: ConfirmDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog onClose={onClose} title={title} above={above}>
      {children}
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancel ?? t('common.cancel')}
        </Button>
        <ActionButton {...(danger ? { color: 'red' } : {})} loading={busy} onClick={onConfirm}>
          {confirm}
        </ActionButton>
      </Group>
    </Dialog>
  );
}
