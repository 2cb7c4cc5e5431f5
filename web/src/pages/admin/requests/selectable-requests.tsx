import { Button, Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useRequestAction } from '../../../api/queries/request-queries.js';
import type { RequestAction, RequestSummary } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { DenyDialog } from '../../../components/request/deny-dialog.js';
import { RequestActions } from '../../../components/request/request-actions.js';
import { RequestRow } from '../../../components/request/request-row.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import classes from '../admin.module.css';

/** A list of requests with boxes, and a bar for doing one thing to all chosen ones. */
export function SelectableRequests({ requests, only }: { requests: RequestSummary[]; only: readonly RequestAction[] }) {
  const { t } = useI18n();
  const action = useRequestAction();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [running, setRunning] = useState(false);
  const [denying, setDenying] = useState(false);
  const selected = requests.filter((request) => chosen.has(request.id));
  const can = (wanted: RequestAction) => selected.some((request) => request.actions.includes(wanted));

  const toggle = (id: string) => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const runAll = async (wanted: 'approve' | 'deny', reason?: string) => {
    setRunning(true);
    const targets = selected.filter((request) => request.actions.includes(wanted));
    const results = await Promise.allSettled(
      targets.map(({ id }) => action.mutateAsync({ id, action: wanted, ...(reason === undefined ? {} : { reason }) })),
    );
    const failed = results.filter((result) => result.status === 'rejected').length;
    setRunning(false);
    setDenying(false);
    setChosen(new Set());
    if (failed > 0) toast.problem(t('requests.bulk.failed', { count: failed }));
    else toast.done(t(wanted === 'approve' ? 'requests.bulk.approved' : 'requests.bulk.denied', { count: targets.length }));
  };

  return (
    <>
      {requests.map((request) => (
        <RequestRow
          key={request.id}
          request={request}
          showUser
          leading={
            <Checkbox
              size="md"
              checked={chosen.has(request.id)}
              onChange={() => toggle(request.id)}
              aria-label={t('requests.select', { title: request.book.title })}
            />
          }
          actions={
            <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 8 }}>
              <RequestActions request={request} only={only} />
            </div>
          }
        />
      ))}
      {selected.length > 0 ? (
        <div className={classes.bulk} role="region" aria-label={t('requests.bulk')}>
          <span>{t('requests.selected', { count: selected.length })}</span>
          <Button variant="subtle" color="gray" onClick={() => setChosen(new Set(requests.map((request) => request.id)))}>
            {t('requests.selectAll')}
          </Button>
          <Button variant="default" onClick={() => setChosen(new Set())}>
            {t('requests.selectNone')}
          </Button>
          {can('deny') ? (
            <Button variant="default" disabled={running} onClick={() => setDenying(true)}>
              {t('request.action.deny')}
            </Button>
          ) : null}
          {can('approve') ? (
            <Button loading={running} onClick={() => void runAll('approve')}>
              {t('request.action.approve')}
            </Button>
          ) : null}
        </div>
      ) : null}
      {denying ? (
        <DenyDialog
          title={t('requests.bulk.deny', { count: selected.length })}
          busy={running}
          onClose={() => setDenying(false)}
          onDeny={(reason) => void runAll('deny', reason)}
        />
      ) : null}
    </>
  );
}
