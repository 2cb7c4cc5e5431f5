import { Checkbox } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allRequests, useRequestAction, type RequestFilter } from '../../../api/queries/request-queries.js';
import { queryKeys } from '../../../api/query-keys.js';
import type { RequestAction, RequestSummary } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { DenyDialog } from '../../../components/request/deny-dialog.js';
import { RequestActions } from '../../../components/request/request-actions.js';
import { RequestRow } from '../../../components/request/request-row.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { actOnMany, type BulkProgress } from './act-on-many.js';
import { BulkBar } from './bulk-bar.js';

interface SelectableProps {
  /** The requests on the current page. */
  requests: RequestSummary[];
  only: readonly RequestAction[];
  /** The whole list, if all of it can be selected at once. */
  all?: { filter: Omit<RequestFilter, 'page' | 'limit'>; total: number };
}

/** A list of requests with checkboxes, and a bar for acting on all selected ones. */
export function SelectableRequests({ requests, only, all }: SelectableProps) {
  const { t } = useI18n();
  const action = useRequestAction();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<ReadonlyMap<string, RequestSummary>>(new Map());
  const [running, setRunning] = useState(false);
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const [denying, setDenying] = useState(false);
  // those on this page as they are now; others as they were when selected
  const present = new Map(requests.map((request) => [request.id, request]));
  const selected = [...chosen.values()].map((request) => present.get(request.id) ?? request);
  const can = (wanted: RequestAction) => selected.some((request) => request.actions.includes(wanted));

  const choose = (wanted: readonly RequestSummary[]) => setChosen(new Map(wanted.map((request) => [request.id, request])));
  const toggle = (request: RequestSummary) => {
    const next = new Map(chosen);
    if (!next.delete(request.id)) next.set(request.id, request);
    setChosen(next);
  };
  const chooseAll = async (filter: NonNullable<typeof all>['filter']) => {
    setRunning(true);
    await allRequests(filter).then(choose, (error: unknown) => toast.problem(errorText(error)));
    setRunning(false);
  };
  const runAll = async (wanted: 'approve' | 'deny', reason?: string) => {
    setRunning(true);
    const targets = selected.filter((request) => request.actions.includes(wanted));
    const failed = await actOnMany(
      targets,
      ({ id, alongside }) =>
        action.mutateAsync({
          id,
          action: wanted,
          isOneOfMany: true,
          together: alongside !== undefined,
          ...(reason === undefined ? {} : { reason }),
        }),
      setProgress,
    );
    await client.invalidateQueries({ queryKey: queryKeys.requestLists });
    setRunning(false);
    setProgress(null);
    setDenying(false);
    choose([]);
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
              onChange={() => toggle(request)}
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
        <BulkBar
          count={selected.length}
          running={running}
          progress={progress}
          onNone={() => choose([])}
          onPage={() => choose(requests)}
          everything={all && all.total > requests.length ? { total: all.total, onChoose: () => void chooseAll(all.filter) } : undefined}
          onApprove={can('approve') ? () => void runAll('approve') : undefined}
          onDeny={can('deny') ? () => setDenying(true) : undefined}
        />
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
