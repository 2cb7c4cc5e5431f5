import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { IconCircleCheck } from '@tabler/icons-react';
import { downloadsQuery, jobsQuery, metricsQuery, settingsQuery } from '../../../api/queries/admin-queries.js';
import { integrationsQuery } from '../../../api/queries/integration-queries.js';
import { needingPersonQuery, requestListQuery } from '../../../api/queries/request-queries.js';
import type { Integration, RequestList, RequestSummary } from '../../../api/types.js';
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
import { SettleLink } from '../../../components/request/settle-link.js';
import { usePeopleWaiting } from '../use-people-waiting.js';
import { StayingRows } from '../../../components/staying/staying-rows.js';
import { SetupChecklist } from '../setup-checklist.js';
import { IntegrationTrouble } from './integration-trouble.js';
import { JobLine } from '../jobs/job-line.js';
import { rulesWithoutClient } from '../settings/rules-without-client.js';
import { RuleTrouble } from './rule-trouble.js';
import { ProxyNotice } from './proxy-notice.js';
import { UpdateNotice } from './update-notice.js';
import classes from './overview.module.css';

interface NeedsPersonProps {
  requests: RequestList;
  troubled: Integration[];
  /** Indexers whose rules name a client that was removed. */
  rules: readonly string[];
  /** Whether something is connected, and all enabled integrations passed their last check. */
  allAnswer: boolean;
}

const DECISIONS = ['approve', 'deny', 'accept_import', 'reject_release', 'retry'] as const;

/** What settles a request: the buttons that decide it, or the way to where it can be settled. */
function Settle({ request }: { request: RequestSummary }) {
  const place = request.group === 'attention' || request.status === 'awaiting_approval' ? undefined : request.reason?.settledIn;
  return (
    <div className={classes.rowActions}>
      {place ? <SettleLink request={request} place={place} /> : <RequestActions request={request} inRow={DECISIONS} isDecision />}
    </div>
  );
}

function NeedsPerson({ requests, troubled, rules, allAnswer }: NeedsPersonProps) {
  const { t } = useI18n();
  const people = usePeopleWaiting();
  const more = requests.total - requests.items.length;
  const isCalm = troubled.length === 0 && rules.length === 0 && people.length === 0;
  const calm = isCalm ? (
    <StatePanel icon={IconCircleCheck} title={t(allAnswer ? 'overview.calm.title' : 'overview.calm.requests')} compact>
      {allAnswer ? t('overview.calm.body') : null}
    </StatePanel>
  ) : null;
  return (
    <>
      {troubled.map((integration) => (
        <IntegrationTrouble key={integration.id} integration={integration} />
      ))}
      {rules.map((indexer) => (
        <RuleTrouble key={indexer} indexer={indexer} />
      ))}
      {people.map(({ to, words }) => (
        <p key={to} className={classes.waiting}>
          <Link to={to}>{words}</Link>
        </p>
      ))}
      <StayingRows items={requests.items} keyOf={({ id }) => id} stateOf={({ status }) => status} hasUndo empty={calm}>
        {(request) => <RequestRow key={request.id} request={request} showUser actions={<Settle request={request} />} />}
      </StayingRows>
      {more > 0 ? (
        <Button
          className="flush"
          variant="subtle"
          mt="sm"
          renderRoot={(props) => <Link to="/admin/requests" search={{ needs: 'person' }} {...props} />}
        >
          {t('overview.moreAttention', { count: more })}
        </Button>
      ) : null}
    </>
  );
}

/** Jobs that people start and wait for; requests stand here themselves, and the rest is housekeeping. */
const PEOPLE_WAIT_FOR = /^(?:library\.(?:scan|rename|take-in|check-up)|backups\.create|plugins\.install)$/;

function Moving() {
  const { t } = useI18n();
  const { data: active } = useQuery(requestListQuery({ scope: 'all', group: 'active', sort: 'updatedAt', order: 'desc', limit: 6 }));
  const { data: jobs } = useQuery(jobsQuery);
  const { data: downloads } = useQuery(downloadsQuery);
  const running = jobs?.items.filter((job) => job.state === 'running' && PEOPLE_WAIT_FOR.test(job.name)) ?? [];
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
  const needing = useQuery(needingPersonQuery);
  const integrations = useQuery(integrationsQuery);
  const settings = useQuery(settingsQuery);
  const error = needing.error ?? integrations.error;
  const troubled = integrations.data?.filter((integration) => needsAttention(integration.health)) ?? [];

  const inUse = integrations.data?.filter(({ enabled }) => enabled) ?? [];

  return (
    <>
      <PageHeader title={t('overview.title')} />
      <UpdateNotice />
      <ProxyNotice />
      <SetupChecklist />
      {error && (!needing.data || !integrations.data) ? (
        <ErrorState
          error={error}
          onRetry={() => {
            void needing.refetch();
            void integrations.refetch();
          }}
        />
      ) : (
        <>
          <Section title={t('overview.needsPerson')}>
            {needing.data && integrations.data ? (
              <NeedsPerson
                requests={needing.data}
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
