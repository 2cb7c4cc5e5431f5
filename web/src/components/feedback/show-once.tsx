import { Button, CopyButton, Group, Stack, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useI18n } from '../../i18n/i18n-context.js';
import { Dialog } from './dialog.js';

interface ShowOnceProps {
  title: string;
  label: string;
  help: string;
  value: string;
  onClose: () => void;
}

/** Shows a secret once, to be copied. */
export function ShowOnce({ title, label, help, value, onClose }: ShowOnceProps) {
  const { t } = useI18n();
  return (
    <Dialog onClose={onClose} title={title}>
      <Stack gap="lg">
        <TextInput
          label={label}
          description={help}
          value={value}
          readOnly
          onFocus={(event) => event.currentTarget.select()}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.875rem' } }}
          data-autofocus
        />
        <Group justify="flex-end" gap="sm">
          <CopyButton value={value} timeout={3000}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}>
                {copied ? t('common.copied') : t('common.copy')}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{t('common.done')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
