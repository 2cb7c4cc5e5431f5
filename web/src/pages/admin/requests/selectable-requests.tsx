import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import { useRequestAction, type RequestFilter } from '../../../api/queries/request-queries.js';
import { useDeleteRequest, type FilesWish } from '../../../api/queries/deletion-queries.js';
import type { RequestAction, RequestSummary } from '../../../api/types.js';
import { DeleteDialog } from '../../../components/request/delete-dialog.js';
import { DenyDialog } from '../../../components/request/deny-dialog.js';
import { RequestActions } from '../../../components/request/request-actions.js';
import { RequestRow } from '../../../components/request/request-row.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { BulkBar } from './bulk-bar.js';
import { useBulk, type BulkMessage } from './use-bulk.js';

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
  const bulk = useBulk();
  const [chosen, setChosen] = useState<ReadonlyMap<string, RequestSummary>>(new Map());
  const { running, progress } = bulk;
  const [asking, setAsking] = useState<'deny' | 'delete' | null>(null);
  const removal = useDeleteRequest();
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
  const runOn = async (targets: readonly RequestSummary[], act: (target: RequestSummary) => Promise<unknown>, done: BulkMessage) => {
    await bulk.run(targets, act, done);
    setAsking(null);
    choose([]);
  };
  const runAll = (wanted: 'approve' | 'deny', reason?: string) =>
    runOn(
      selected.filter((request) => request.actions.includes(wanted)),
      ({ id, alongside }) =>
        action.mutateAsync({
          id,
          action: wanted,
          isOneOfMany: true,
          together: alongside !== undefined,
          ...(reason === undefined ? {} : { reason }),
        }),
      wanted === 'approve' ? 'requests.bulk.approved' : 'requests.bulk.denied',
    );
  const deleteAll = (files: FilesWish) =>
    runOn(selected, ({ id }) => removal.mutateAsync({ id, files, isOneOfMany: true }), 'requests.bulk.deleted');

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
              <RequestActions request={request} inRow={only} />
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
          everything={
            all && all.total > requests.length
              ? { total: all.total, onChoose: () => void bulk.all(all.filter).then((found) => found && choose(found)) }
              : undefined
          }
          onApprove={can('approve') ? () => void runAll('approve') : undefined}
          onDeny={can('deny') ? () => setAsking('deny') : undefined}
          onDelete={() => setAsking('delete')}
        />
      ) : null}
      {asking === 'delete' ? (
        <DeleteDialog
          title={t('request.delete.titles', { count: selected.length })}
          requestIds={selected.map(({ id }) => id)}
          busy={running}
          onClose={() => setAsking(null)}
          onDelete={(files) => void deleteAll(files)}
        />
      ) : null}
      {asking === 'deny' ? (
        <DenyDialog
          title={t('requests.bulk.deny', { count: selected.length })}
          busy={running}
          onClose={() => setAsking(null)}
          onDeny={(reason) => void runAll('deny', reason)}
        />
      ) : null}
    </>
  );
}
