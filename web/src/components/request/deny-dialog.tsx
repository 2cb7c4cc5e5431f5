import { Button, Group, Textarea } from '@mantine/core';
import { useState } from 'react';
import { ActionButton } from '../controls/action-button.js';
import { Dialog } from '../feedback/dialog.js';
import { useI18n } from '../../i18n/i18n-context.js';

interface DenyDialogProps {
  title: string;
  busy: boolean;
  onClose: () => void;
  onDeny: (reason: string) => void;
}

export function DenyDialog({ title, busy, onClose, onDeny }: DenyDialogProps) {
  const { t } = useI18n();
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (reason.trim() === '') setMissing(true);
          else onDeny(reason.trim());
        }}
      >
        <Textarea
          label={t('request.deny.reason')}
          description={t('request.deny.help')}
          error={missing && reason.trim() === '' ? t('request.deny.required') : null}
          value={reason}
          onChange={(event) => setReason(event.currentTarget.value)}
          autosize
          minRows={2}
          data-autofocus
        />
        <Group justify="flex-end" mt="lg">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <ActionButton type="submit" color="red" loading={busy}>
            {t('request.action.deny')}
          </ActionButton>
        </Group>
      </form>
    </Dialog>
  );
}
