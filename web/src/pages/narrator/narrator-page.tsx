import { useSearch } from '@tanstack/react-router';
import { IconMicrophone2 } from '@tabler/icons-react';
import { BookList } from '../../components/book-list/book-list.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';

function Books({ name }: { name: string }) {
  const { t } = useI18n();
  return (
    <>
      <PageHeader title={name} lead={t('narrator.title')} />
      <BookList list={{ kind: 'narrator', id: name }} />
    </>
  );
}

/** The books that a person reads. Catalogues know narrators by name only. */
export function NarratorPage() {
  const { t } = useI18n();
  const { name } = useSearch({ from: '/shell/narrator' });
  if (name === undefined) {
    return (
      <StatePanel icon={IconMicrophone2} title={t('narrator.none.title')}>
        {t('narrator.none.body')}
      </StatePanel>
    );
  }
  return <Books key={name} name={name} />;
}
