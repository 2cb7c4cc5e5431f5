import { PageHeader } from '../../../components/page/page-header.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { SettingsEditor } from './settings-editor.js';

export function SettingsPage() {
  const { t } = useI18n();
  return (
    <div className={classes.formPage}>
      <PageHeader title={t('settings.title')} />
      <SettingsEditor />
    </div>
  );
}
