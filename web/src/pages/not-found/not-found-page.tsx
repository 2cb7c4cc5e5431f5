import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconMap2 } from '@tabler/icons-react';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { useI18n } from '../../i18n/i18n-context.js';

export function NotFoundPage() {
  const { t } = useI18n();
  return (
    <StatePanel
      icon={IconMap2}
      heading
      title={t('error.notFound.title')}
      action={<Button renderRoot={(props) => <Link to="/" {...props} />}>{t('error.notFound.home')}</Button>}
    >
      {t('error.notFound.body')}
    </StatePanel>
  );
}
