import { IconBooks } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { HOME_LISTS } from '../../api/queries/book-list-queries.js';
import { BookList } from '../../components/book-list/book-list.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';

/** All books of a row of the home page. */
export function HomeListPage() {
  const { t } = useI18n();
  const params = useParams({ from: '/shell/home/$list' });
  const list = HOME_LISTS.find((one) => one === params.list) ?? 'recently-added';
  return (
    <>
      <PageHeader title={t(`home.section.${list}`)} lead={t(`home.list.${list}`)} />
      <BookList
        key={list}
        list={{ kind: 'home', id: list }}
        empty={
          <StatePanel icon={IconBooks} title={t('browse.none.title')}>
            {t(`home.list.${list}.none`)}
          </StatePanel>
        }
      />
    </>
  );
}
