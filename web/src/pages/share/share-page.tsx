import { Button } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { IconSearch, IconSearchOff } from '@tabler/icons-react';
import { BookDetailLoader } from '../../components/book/book-detail-loader.js';
import { StatePanel } from '../../components/feedback/state-panel.js';
import { PageHeader } from '../../components/page/page-header.js';
import { useI18n } from '../../i18n/i18n-context.js';
import { readShared } from './read-shared.js';

/** Where the system leads who shares something with the installed app. */
export function SharePage() {
  const { t } = useI18n();
  const found = readShared(useSearch({ from: '/shell/share' }));
  if (!found) {
    return (
      <StatePanel
        icon={IconSearchOff}
        title={t('share.nothing.title')}
        heading
        action={<Button renderRoot={(props) => <Link to="/search" {...props} />}>{t('share.nothing.action')}</Button>}
      >
        {t('share.nothing.body')}
      </StatePanel>
    );
  }
  if (found.kind === 'asin') {
    return (
      <div style={{ maxInlineSize: 1180 }}>
        <PageHeader title={t('share.title')} lead={t('share.readAsin', { host: found.host, asin: found.asin })} />
        <BookDetailLoader asin={found.asin} region={undefined} headingLevel={2} />
      </div>
    );
  }
  const { words, host } = found;
  return (
    <>
      <PageHeader
        title={t('share.title')}
        lead={host === undefined ? t('share.readText', { words }) : t('share.readWords', { host, words })}
      />
      <Button leftSection={<IconSearch size={18} />} renderRoot={(props) => <Link to="/search" search={{ q: words }} {...props} />}>
        {t('share.search')}
      </Button>
    </>
  );
}
