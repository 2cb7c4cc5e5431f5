import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { allRequests } from '../../../api/queries/request-queries.js';
import { queryKeys } from '../../../api/query-keys.js';
import type { WholeList } from '../../../api/request-list-filter.js';
import type { RequestSummary } from '../../../api/types.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { toast } from '../../feedback/toast.js';
import { useErrorText } from '../../feedback/use-error-text.js';
import { actOnMany, type BulkProgress } from './act-on-many.js';

/** Said when all is done, with the number of requests. */
export type BulkMessage = `requests.bulk.${'approved' | 'denied' | 'reopened' | 'deleted' | 'cancelled' | 'retried'}`;

/** What is said when an action on many has ended. */
interface BulkEnd {
  readonly done: BulkMessage;
  /** Takes back what was done; offered beside the message. */
  readonly undo?: (() => void) | undefined;
}

/** What an action on many did not do. */
export interface Remaining<T> {
  /** Why, by the request. */
  readonly refusals: ReadonlyMap<T, string>;
  readonly requests: readonly T[];
}

/** Work on many requests at once, of which there is one at a time. */
export function useBulk() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  const stopping = useRef<AbortController | null>(null);
  return {
    running,
    progress,
    /** Ends it after what is under way. */
    stop: () => stopping.current?.abort(),
    /** Reads a whole list; nothing if that fails. */
    async all(list: WholeList): Promise<readonly RequestSummary[] | undefined> {
      setRunning(true);
      const found = await allRequests(list).catch((error: unknown) => void toast.problem(errorText(error)));
      setRunning(false);
      return found ?? undefined;
    },
    /** Does one thing to each, and says what became of it. */
    async run<T>(targets: readonly T[], act: (target: T) => Promise<unknown>, { done, undo }: BulkEnd): Promise<Remaining<T>> {
      const control = new AbortController();
      stopping.current = control;
      setRunning(true);
      setProgress({ done: 0, total: targets.length });
      const { failed, left } = await actOnMany(targets, act, { onProgress: setProgress, signal: control.signal });
      await client.invalidateQueries({ queryKey: queryKeys.requestLists });
      setRunning(false);
      setProgress(null);
      const finished = targets.length - failed.length - left.length;
      if (finished > 0 && undo) toast.undoable(t(done, { count: finished }), t('ignore.undo'), undo);
      else if (finished > 0) toast.done(t(done, { count: finished }));
      if (left.length > 0) toast.problem(t('requests.bulk.stopped', { count: left.length }));
      if (failed.length > 0) toast.problem(t('requests.bulk.failed', { count: failed.length }));
      return {
        refusals: new Map(failed.map(({ target, error }) => [target, errorText(error)])),
        requests: [...failed.map(({ target }) => target), ...left],
      };
    },
  };
}
