import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCircleCheck } from '@tabler/icons-react';
import { downloadsQuery, jobsQuery, metricsQuery, settingsQuery } from '../../../api/queries/admin-queries.js';
import { integrationsQuery } from '../../../api/queries/integration-queries.js';
import { requestListQuery } from '../../../api/queries/request-queries.js';
import type { Integration, RequestList } from '../../../api/types.js';
import { ErrorState } from '../../../components/feedback/error-state.js';
import { StatePanel } from '../../../components/feedback/state-panel.js';
import { PageHeader } from '../../../components/page/page-header.js';
import { Section } from '../../../components/page/section.js';
import { RequestActions } from '../../../components/request/request-actions.js';
import { RequestListSkeleton } from '../../../components/request/request-list-skeleton.js';
import { RequestRow } from '../../../components/request/request-row.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { joinNames } from '../../../i18n/join-names.js';
import { isUnchecked, needsAttention } from '../health-state.js';
import { SetupChecklist } from '../setup-checklist.js';
import { IntegrationTrouble } from './integration-trouble.js';
import { JobLine } from '../jobs/job-line.js';
import { rulesWithoutClient } from '../settings/rules-without-client.js';
import { RuleTrouble } from './rule-trouble.js';
import { ProxyNotice } from './proxy-notice.js';
import { UpdateNotice } from './update-notice.js';
import classes from './overview.module.css';

interface NeedsPersonProps {
  /** Waiting for approval. */
  asked: RequestList;
  /** Stuck or doubtful. */
  stuck: RequestList;
  troubled: Integration[];
  /** Indexers whose rules name a client that was removed. */
  rules: readonly string[];
  /** Whether something is connected, and all enabled integrations passed their last check. */
  allAnswer: boolean;
}

function NeedsPerson({ asked, stuck, troubled, rules, allAnswer }: NeedsPersonProps) {
  const { t } = useI18n();
  const requests = [...stuck.items, ...asked.items];
  const moreStuck = stuck.total - stuck.items.length;
  const moreAsked = asked.total - asked.items.length;
  if (requests.length === 0 && troubled.length === 0 && rules.length === 0) {
    return (
      <StatePanel icon={IconCircleCheck} title={t('overview.calm.title')} compact>
        {t(allAnswer ? 'overview.calm.body' : 'overview.calm.requests')}
      </StatePanel>
    );
  }
  return (
    <>
      {troubled.map((integration) => (
        <IntegrationTrouble key={integration.id} integration={integration} />
      ))}
      {rules.map((indexer) => (
        <RuleTrouble key={indexer} indexer={indexer} />
      ))}
      {requests.map((request) => (
        <RequestRow
          key={request.id}
          request={request}
          showUser
          actions={
            <div className={classes.rowActions}>
              <RequestActions request={request} inRow={['approve', 'deny', 'accept_import', 'reject_release', 'retry']} />
            </div>
          }
        />
      ))}
      {moreAsked > 0 ? (
        <Button className="flush" variant="subtle" mt="sm" renderRoot={(props) => <Link to="/admin/approvals" {...props} />}>
          {t('overview.moreApprovals', { count: moreAsked })}
        </Button>
      ) : null}
      {moreStuck > 0 ? (
        <Button
          className="flush"
          variant="subtle"
          mt="sm"
          renderRoot={(props) => <Link to="/admin/requests" search={{ group: 'attention' }} {...props} />}
        >
          {t('overview.moreAttention', { count: moreStuck })}
        </Button>
      ) : null}
    </>
  );
}

function Moving() {
  const { t } = useI18n();
  const { data: active } = useQuery(requestListQuery({ scope: 'all', group: 'active', sort: 'updatedAt', order: 'desc', limit: 6 }));
  const { data: jobs } = useQuery(jobsQuery);
  const { data: downloads } = useQuery(downloadsQuery);
  const running = jobs?.items.filter((job) => job.state === 'running') ?? [];
  if (!active) return <RequestListSkeleton rows={2} />;
  if (active.items.length === 0 && running.length === 0) return <p className="dim">{t('overview.nothingMoves')}</p>;
  return (
    <>
      {downloads && downloads.length > 0 ? <p className="dim small">{t('overview.downloads', { count: downloads.length })}</p> : null}
      {running.map((job) => (
        <JobLine key={job.id} job={job} />
      ))}
      {active.items.map((request) => (
        <RequestRow key={request.id} request={request} showUser />
      ))}
    </>
  );
}

function Fine({ integrations }: { integrations: Integration[] }) {
  const { t, number, percent, bytes, list } = useI18n();
  const { data: metrics } = useQuery(metricsQuery);
  const well = integrations.filter((integration) => integration.health.answers);
  const unchecked = integrations.filter((integration) => isUnchecked(integration.health));
  return (
    <ul className={classes.fine}>
      {well.length > 0 ? (
        <li>
          <strong>{number(well.length)}</strong> {t('overview.fine.integrations', { count: well.length })}
          <span className="dim small">{joinNames(well.map((integration) => integration.name))}</span>
        </li>
      ) : null}
      {unchecked.length > 0 ? (
        <li>
          <strong>{number(unchecked.length)}</strong> {t('overview.unchecked', { count: unchecked.length })}
          <span className="dim small">{joinNames(unchecked.map((integration) => integration.name))}</span>
        </li>
      ) : null}
      {metrics ? (
        <>
          <li>
            <strong>{number(metrics.libraryItems)}</strong> {t('overview.fine.library', { count: metrics.libraryItems })}
          </li>
          <li>
            <strong>{number(metrics.requests.available ?? 0)}</strong>{' '}
            {t('overview.fine.available', { count: metrics.requests.available ?? 0 })}
          </li>
          <li>
            <strong>{number(metrics.users)}</strong> {t('overview.fine.users', { count: metrics.users })}
          </li>
          {metrics.disks.map(({ holds, freeBytes, totalBytes }) => (
            <li key={holds.join()}>
              <strong>{percent(freeBytes / totalBytes)}</strong>{' '}
              {t('overview.fine.disk', { free: bytes(freeBytes), total: bytes(totalBytes) })}
              <span className="dim small">{list(holds.map((what) => t(`overview.fine.disk.${what}`)))}</span>
            </li>
          ))}
        </>
      ) : null}
    </ul>
  );
}

/** First what needs a person, then what is moving, then what is fine. */
export function OverviewPage() {
  const { t } = useI18n();
  const stuck = useQuery(requestListQuery({ scope: 'all', group: 'attention', sort: 'updatedAt', order: 'desc', limit: 6 }));
  const asked = useQuery(requestListQuery({ scope: 'all', status: 'awaiting_approval', sort: 'createdAt', order: 'asc', limit: 6 }));
  const integrations = useQuery(integrationsQuery);
  const settings = useQuery(settingsQuery);
  const error = stuck.error ?? asked.error ?? integrations.error;
  const troubled = integrations.data?.filter((integration) => needsAttention(integration.health)) ?? [];

  const inUse = integrations.data?.filter(({ enabled }) => enabled) ?? [];

  return (
    <>
      <PageHeader title={t('overview.title')} />
      <UpdateNotice />
      <ProxyNotice />
      <SetupChecklist />
      {error && (!stuck.data || !asked.data || !integrations.data) ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void stuck.refetch();
            void asked.refetch();
            void integrations.refetch();
          }}
        />
      ) : (
        <>
          <Section title={t('overview.needsPerson')}>
            {stuck.data && asked.data && integrations.data ? (
              <NeedsPerson
                asked={asked.data}
                stuck={stuck.data}
                troubled={troubled}
                rules={settings.data ? rulesWithoutClient(settings.data, integrations.data) : []}
                allAnswer={inUse.length > 0 && inUse.every(({ health }) => health.answers)}
              />
            ) : (
              <RequestListSkeleton rows={3} />
            )}
          </Section>
          <Section title={t('overview.moving')}>
            <Moving />
          </Section>
          <Section
            title={t('overview.fine')}
            actions={
              <Link to="/statistics" search={{ of: 'household' }} className="small">
                {t('nav.statistics')}
              </Link>
            }
          >
            {integrations.data ? <Fine integrations={integrations.data} /> : null}
          </Section>
        </>
      )}
    </>
  );
}
