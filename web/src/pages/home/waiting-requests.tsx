import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { waitingRequestsQuery } from '../../api/queries/request-queries.js';
import type { ReactNode } from 'react';
import { StayingRows } from '../../components/staying/staying-rows.js';
import { Section } from '../../components/page/section.js';
import { RequestActions } from '../../components/request/request-actions.js';
import { RequestRow } from '../../components/request/request-row.js';
import { useI18n } from '../../i18n/i18n-context.js';
import classes from './home-page.module.css';

/** What waits for an admin, to be decided where they are; nothing if nothing waits. */
export function WaitingRequests() {
  const { t, number } = useI18n();
  const { data } = useQuery(waitingRequestsQuery);
  if (!data) return null;
  const frame = (rows: ReactNode) => (
    <Section
      title={t('home.waiting')}
      actions={
        data.total > data.items.length ? (
          <Link to="/admin/approvals" className="small">
            {t('home.waiting.all', { count: number(data.total) })}
          </Link>
        ) : null
      }
    >
      {rows}
    </Section>
  );
  return (
    <StayingRows items={data.items} keyOf={({ id }) => id} stateOf={({ status }) => status} hasUndo frame={frame}>
      {(request) => (
        <RequestRow
          key={request.id}
          request={request}
          showUser
          toDecide
          actions={
            <div className={classes.decide}>
              <RequestActions request={request} inRow={['approve', 'deny']} isDecision />
            </div>
          }
        />
      )}
    </StayingRows>
  );
}
