import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { IconCopy, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useCallback, useState } from 'react';
import { useLogTail, type LogFilter } from '../../../api/queries/log-queries.js';
import { copyText } from '../../../components/controls/copy-text.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { toast } from '../../../components/feedback/toast.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { needMessages } from '../../../i18n/catalog.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { LogFilters } from './log-filters.js';
import { LogPane } from './log-pane.js';
import { textOf } from './log-text.js';
import { useSources } from './use-sources.js';

needMessages('logs');

/** The last log lines of the server, and new ones as they come. */
export function LogsPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const filter = useSearch({ from: '/shell/admin/logs' });
  const sources = useSources(filter);
  const [isPaused, setPaused] = useState(false);
  const reading = useLogTail(filter, isPaused);
  const { data, error, refetch } = reading.tail;
  const lines = data?.lines ?? [];
  const show = (next: LogFilter) => void navigate({ to: '/admin/logs', search: next, replace: true });
  const copy = useCallback(
    (text: string) =>
      void copyText(text).then((isCopied) => (isCopied ? toast.done(t('common.copied')) : toast.problem(t('logs.notCopied')))),
    [t],
  );
  const goOn = () => {
    setPaused(false);
    void refetch();
  };
  return (
    <>
      <PageHeader
        title={t('logs.title')}
        lead={t('logs.lead')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={isPaused ? <IconPlayerPlay size={18} /> : <IconPlayerPause size={18} />}
              onClick={() => (isPaused ? goOn() : setPaused(true))}
            >
              {t(isPaused ? 'logs.continue' : 'logs.pause')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconCopy size={18} />}
              disabled={lines.length === 0}
              onClick={() => copy(lines.map(textOf).join('\n'))}
            >
              {t('logs.copyShown')}
            </Button>
          </>
        }
      />
      <LogFilters filter={filter} sources={sources} onChange={show} />
      {data ? (
        <LogPane
          key={JSON.stringify(filter)}
          data={data}
          reading={reading}
          isFiltered={Object.values(filter).some(Boolean)}
          isPaused={isPaused}
          nameOf={sources.nameOf}
          onCopy={copy}
        />
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton />
      )}
    </>
  );
}
