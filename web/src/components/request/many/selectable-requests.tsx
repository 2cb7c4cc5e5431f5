import { Checkbox } from '@mantine/core';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { useDeleteRequest } from '../../../api/queries/deletion-queries.js';
import { useRequestAction } from '../../../api/queries/request-queries.js';
import { requestCsv, saveFile } from '../../../api/request-csv.js';
import type { WholeList } from '../../../api/request-list-filter.js';
import type { Decided, RequestAction, RequestSummary } from '../../../api/types.js';
import { needMessages } from '../../../i18n/catalog.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { isForPage } from '../../frame/page-keys.js';
import { StayingRows } from '../../staying/staying-rows.js';
import { RequestActions } from '../request-actions.js';
import { RequestRow } from '../request-row.js';
import { BULK_ACTION_NAMES, BULK_ACTIONS, type BulkAction } from './bulk-actions.js';
import { BulkBar } from './bulk-bar.js';
import { BulkDialog, type BulkAnswers } from './bulk-dialogs.js';
import classes from './many.module.css';
import { useBulk } from './use-bulk.js';
import { useSelection } from './use-selection.js';

needMessages('requestLists');

interface SelectableProps {
  /** The requests on the current page. */
  requests: RequestSummary[];
  /** The actions that stand in each row. */
  only?: readonly RequestAction[];
  /** The whole list, of which the page is a part. */
  all: { list: WholeList; total: number };
  /** Rows name the requester. */
  ofAll?: boolean;
  /** All of them wait for a decision. */
  toDecide?: boolean;
  /** Rows have a box for selecting them; the key for it works without. */
  boxes?: boolean;
  /** Instead of a list without rows; the row that was decided last stays for a while before. */
  empty?: ReactNode;
}

interface SelectableRowProps {
  request: RequestSummary;
  isChosen: boolean;
  hasBox: boolean;
  ofAll: boolean;
  toDecide: boolean;
  only: readonly RequestAction[];
  /** Why the last action on many was refused for it. */
  refusal: string | undefined;
  onToggle: (range: boolean) => void;
}

/** A row that a box selects, or the key x while the focus is in it; with Shift, all from the last one to it. */
function SelectableRow({ request, isChosen, hasBox, ofAll, toDecide, only, refusal, onToggle }: SelectableRowProps) {
  const { t } = useI18n();
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key.toLowerCase() !== 'x' || !isForPage(event.nativeEvent)) return;
    event.preventDefault();
    onToggle(event.shiftKey);
  };
  const box: ReactNode = (
    <Checkbox
      size="md"
      checked={isChosen}
      onChange={({ nativeEvent }) => onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      aria-label={t('requests.select', { title: request.book.title })}
    />
  );
  return (
    <div onKeyDown={press}>
      <RequestRow
        request={request}
        showUser={ofAll}
        toDecide={toDecide}
        leading={hasBox ? box : undefined}
        actions={
          <>
            {refusal === undefined ? null : <p className={classes.refusal}>{refusal}</p>}
            {only.length > 0 ? (
              <div className={classes.rowActions}>
                <RequestActions request={request} inRow={only} isDecision={toDecide} />
              </div>
            ) : null}
          </>
        }
      />
    </div>
  );
}

/** The requests that an answer denied: the one that was asked for, and those of others for the same book. */
function deniedBy({ request, decided }: { request: RequestSummary; decided?: readonly Decided[] }): readonly string[] {
  const changed = decided?.filter(({ code }) => code !== 'unchanged').map(({ requestId }) => requestId) ?? [request.id];
  return request.actions.includes('undo_denial') ? changed : [];
}

/** A list of requests of which several can be selected, and a bar for acting on them. */
export function SelectableRequests({ requests, only = [], all, ofAll = false, toDecide = false, boxes = true, empty }: SelectableProps) {
  const change = useRequestAction();
  const removal = useDeleteRequest();
  const bulk = useBulk();
  const { chosen, has, choose, toggle } = useSelection(requests);
  const [asking, setAsking] = useState<BulkAction | null>(null);
  const [refusals, setRefusals] = useState<ReadonlyMap<string, string>>(new Map());
  const fit = (action: BulkAction) => chosen.filter((request) => request.actions.includes(action));

  const actOn = ({ id, alongside }: RequestSummary, action: BulkAction, { reason, files = 'keep' }: BulkAnswers) =>
    action === 'delete'
      ? removal.mutateAsync({ id, files, isOneOfMany: true })
      : change.mutateAsync({
          id,
          action,
          isOneOfMany: true,
          together: alongside !== undefined,
          ...(reason === undefined ? {} : { reason }),
        });
  const reopen = (ids: readonly string[]) =>
    bulk.run(ids, (id) => change.mutateAsync({ id, action: 'undo_denial', isOneOfMany: true }), { done: 'requests.bulk.reopened' });
  const act = async (action: BulkAction, answers: BulkAnswers = {}) => {
    setAsking(null);
    setRefusals(new Map());
    const denied = new Set<string>();
    const remaining = await bulk.run(
      fit(action),
      async (request) => {
        const answer = await actOn(request, action, answers);
        if (action === 'deny' && answer && 'request' in answer) for (const id of deniedBy(answer)) denied.add(id);
      },
      { done: BULK_ACTIONS[action].done, undo: action === 'deny' ? () => void reopen([...denied]) : undefined },
    );
    setRefusals(new Map([...remaining.refusals].map(([{ id }, why]) => [id, why])));
    choose(remaining.requests);
  };

  return (
    <>
      <StayingRows items={requests} keyOf={({ id }) => id} stateOf={({ status }) => status} hasUndo empty={empty}>
        {(request, isGone) => (
          <SelectableRow
            key={request.id}
            request={request}
            isChosen={has(request.id)}
            hasBox={!isGone && (boxes || chosen.length > 0)}
            ofAll={ofAll}
            toDecide={toDecide}
            only={only}
            refusal={refusals.get(request.id)}
            onToggle={(range) => (bulk.running || isGone ? undefined : toggle(request, range))}
          />
        )}
      </StayingRows>
      {chosen.length > 0 ? (
        <BulkBar
          count={chosen.length}
          running={bulk.running}
          progress={bulk.progress}
          onNone={() => choose([])}
          onPage={() => choose(requests)}
          onStop={bulk.stop}
          everything={
            all.total > requests.length
              ? { total: all.total, onChoose: () => void bulk.all(all.list).then((found) => found && choose(found)) }
              : undefined
          }
          actions={BULK_ACTION_NAMES.map((action) => [action, fit(action).length] as const).filter(([, some]) => some > 0)}
          onAct={(action) => (BULK_ACTIONS[action].asks ? setAsking(action) : void act(action))}
          onExport={() => saveFile('lectern-requests.csv', 'text/csv;charset=utf-8', requestCsv(chosen))}
        />
      ) : null}
      {asking ? (
        <BulkDialog
          action={asking}
          requestIds={fit(asking).map(({ id }) => id)}
          onClose={() => setAsking(null)}
          onAct={(answers) => void act(asking, answers)}
        />
      ) : null}
    </>
  );
}
