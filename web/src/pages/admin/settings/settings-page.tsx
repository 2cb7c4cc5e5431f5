import { PageHeader } from '../../../components/page/page-header.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { SettingsEditor } from './settings-editor.js';

export function SettingsPage() {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={t('settings.title')} />
      <SettingsEditor />
    </>
  );
}
