import { Button, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { Dialog } from './dialog.js';
import { useI18n } from '../../i18n/i18n-context.js';

interface ConfirmDialogProps {
  title: string;
  children: ReactNode;
  confirm: string;
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks once before something that cannot be undone. */
export function ConfirmDialog({ title, children, confirm, cancel, danger = false, busy = false, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useI18n();
  return (
    <Dialog onClose={onClose} title={title}>
      {children}
      <Group justify="flex-end" mt="xl">
        <Button variant="default" onClick={onClose} data-autofocus>
          {cancel ?? t('common.cancel')}
        </Button>
        <Button {...(danger ? { color: 'red' } : {})} loading={busy} onClick={onConfirm}>
          {confirm}
        </Button>
      </Group>
    </Dialog>
  );
}
