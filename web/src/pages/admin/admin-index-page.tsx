import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { AdminPageList } from './admin-page-list.js';

/** All admin pages with what each is for: where the tab of a phone leads, which has no room for a column of them. */
export function AdminIndexPage() {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={t('nav.admin')} />
      <AdminPageList described headingLevel={2} />
    </>
  );
}
