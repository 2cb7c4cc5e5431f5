import { IconListSearch, IconWebhookOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { webhookLogQuery, webhooksQuery } from '../../../api/queries/webhook-queries.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import rows from '../../../components/page/item-rows.module.css';
import { PageHeader } from '../../../components/page/page-header.js';
import { Pager } from '../../../components/page/pager.js';
import { useLastPage } from '../../../components/page/use-last-page.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { DeliveryLine } from './delivery-line.js';

/** What was sent to one webhook, and how that went. */
export function WebhookLogPage() {
  const { t } = useI18n();
  const navigate = useNavigate();
  const { webhookId } = useParams({ from: '/shell/admin/webhooks/$webhookId' });
  const { page = 1 } = useSearch({ from: '/shell/admin/webhooks/$webhookId' });
  const { data: all, error: listError, refetch: readList } = useQuery(webhooksQuery);
  const { data: log, error, refetch } = useQuery(webhookLogQuery(webhookId, page));
  const show = (next: number) =>
    void navigate({ to: '/admin/webhooks/$webhookId', params: { webhookId }, search: next === 1 ? {} : { page: next }, replace: true });
  useLastPage(log, show);
  const back = <Link to="/admin/webhooks">{t('webhookLog.back')}</Link>;
  const webhook = all?.items.find(({ id }) => id === webhookId);
  if (all && !webhook) return <StatePanel icon={IconWebhookOff} title={t('webhookLog.gone')} action={back} heading />;
  const fault = listError ?? error;
  if (!webhook || !log) {
    return fault ? <ErrorState error={fault} onRetry={() => void Promise.all([readList(), refetch()])} /> : <RequestListSkeleton />;
  }
  const titles = new Map<string, string>([
    ...(all?.events ?? []).map(({ id, title }) => [id, title] as const),
    ['test', t('webhookLog.event.test')],
  ]);
  return (
    <>
      <PageHeader title={webhook.name} lead={t('webhookLog.lead', { host: new URL(webhook.url).host })} actions={back} />
      <ul className={rows.list} aria-label={t('webhookLog.list')}>
        {log.items.map((delivery) => (
          <DeliveryLine
            key={delivery.id}
            webhookId={webhookId}
            isOn={webhook.enabled}
            title={titles.get(delivery.body.event) ?? delivery.body.event}
            delivery={delivery}
          />
        ))}
      </ul>
      {log.total === 0 ? (
        <StatePanel icon={IconListSearch} title={t('webhookLog.none')}>
          {t('webhookLog.none.body')}
        </StatePanel>
      ) : null}
      <Pager page={log.page} limit={log.limit} total={log.total} onPage={show} />
    </>
  );
}
