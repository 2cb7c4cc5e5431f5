import { Button, CopyButton, Group, TextInput } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { settingsQuery } from '../../../api/queries/admin-queries.js';
import { useI18n } from '../../../i18n/i18n-context.js';

/** The return address to register at a provider; nothing while the settings are loading. */
export function ReturnAddress({ integrationId }: { integrationId: string }) {
  const { t } = useI18n();
  const { data } = useQuery(settingsQuery);
  if (!data) return null;
  const { publicUrl } = data.server;
  if (publicUrl === null) {
    return (
      <p>
        {t('returnAddress.missing')} <Link to="/admin/settings">{t('settings.title')}</Link>
      </p>
    );
  }
  // as the server makes it, which drops slashes at the end of the public address
  const address = `${publicUrl.replace(/(?<!\/)\/+$/, '')}/sign-in/return/${integrationId}`;
  return (
    <Group gap="sm" align="flex-end" wrap="nowrap">
      <TextInput
        aria-label={t('returnAddress.title')}
        value={address}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        style={{ flexGrow: 1 }}
      />
      <CopyButton value={address} timeout={3000}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy} leftSection={copied ? <IconCheck size={18} /> : <IconCopy size={18} />}>
            {copied ? t('common.copied') : t('common.copy')}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
