import { Button } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { webhooksQuery } from '../../../api/queries/webhook-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import rows from '../../../components/page/item-rows.module.css';
import { PageHeader } from '../../../components/page/page-header.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { AddWebhook } from './webhook-dialogs.js';
import { WebhookRow } from './webhook-row.js';

/** Where events are sent for other programs. */
export function WebhooksPage() {
  const { t } = useI18n();
  const list = useRef<HTMLUListElement>(null);
  const [isAdding, setAdding] = useState(false);
  const { data, error, refetch } = useQuery(webhooksQuery);
  return (
    <>
      <PageHeader
        title={t('webhooks.title')}
        lead={t('webhooks.lead')}
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={() => setAdding(true)} disabled={!data}>
            {t('webhooks.add')}
          </Button>
        }
      />
      {data ? (
        <>
          {/* the button that was pressed goes with its row */}
          <ul ref={list} tabIndex={-1} className={rows.list} aria-label={t('webhooks.list')}>
            {data.items.map((webhook) => (
              <WebhookRow
                key={webhook.id}
                webhook={webhook}
                events={data.events}
                onGone={() => list.current?.focus({ preventScroll: true })}
              />
            ))}
          </ul>
          {data.items.length === 0 ? (
            <StatePanel icon={IconWebhook} title={t('webhooks.none')}>
              {t('webhooks.none.body')}
            </StatePanel>
          ) : null}
          {isAdding ? <AddWebhook events={data.events} onClose={() => setAdding(false)} /> : null}
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <RequestListSkeleton />
      )}
    </>
  );
}
