import { Button, Skeleton, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconDownload, IconSearch, IconSearchOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { auditQuery } from '../../../api/queries/admin-queries.js';
import type { AuditRecord } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';
import { detailText } from './detail-text.js';

function AuditRow({ entry }: { entry: AuditRecord }) {
  const { t, dateTime } = useI18n();
  return (
    <tr>
      <td data-label={t('audit.when')}>
        <time dateTime={entry.at}>{dateTime(entry.at)}</time>
      </td>
      <td data-label={t('audit.who')}>
        <strong>{entry.actorName}</strong>
        {entry.address ? <span className={classes.sub}>{entry.address}</span> : null}
      </td>
      <td data-label={t('audit.what')}>
        <code>{entry.action}</code>
        <span className={classes.sub}>{detailText(entry)}</span>
      </td>
    </tr>
  );
}

/** Who did what, newest first; the same can be had as a file. */
export function AuditPage() {
  const { t } = useI18n();
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), 250);
  const [page, setPage] = useState(1);
  const { data, error, refetch } = useQuery(auditQuery(search, page));
  const file = `/api/admin/audit/export${search ? `?${new URLSearchParams({ search }).toString()}` : ''}`;
  return (
    <>
      <PageHeader
        title={t('audit.title')}
        lead={t('audit.lead')}
        actions={
          <Button component="a" href={file} download variant="default" leftSection={<IconDownload size={16} />}>
            {t('audit.export')}
          </Button>
        }
      />
      <TextInput
        aria-label={t('audit.search')}
        placeholder={t('audit.search')}
        leftSection={<IconSearch size={16} />}
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setPage(1);
        }}
        mb="lg"
        maw={420}
      />
      {data && data.items.length > 0 ? (
        <>
          <table className={classes.table}>
            <thead>
              <tr>
                <th scope="col">{t('audit.when')}</th>
                <th scope="col">{t('audit.who')}</th>
                <th scope="col" style={{ textAlign: 'start' }}>
                  {t('audit.what')}
                </th>
              </tr>
            </thead>
            <tbody className={classes.plainTail}>
              {data.items.map((entry) => (
                <AuditRow key={entry.id} entry={entry} />
              ))}
            </tbody>
          </table>
          <Pager page={data.page} limit={data.limit} total={data.total} onPage={setPage} />
        </>
      ) : data ? (
        <StatePanel icon={IconSearchOff} title={search ? t('audit.none', { search }) : t('audit.empty')} compact />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton height={320} />
      )}
    </>
  );
}
