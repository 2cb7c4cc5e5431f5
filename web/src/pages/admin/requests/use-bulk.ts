import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { allRequests, type RequestFilter } from '../../../api/queries/request-queries.js';
import { queryKeys } from '../../../api/query-keys.js';
import type { RequestSummary } from '../../../api/types.js';
import { toast } from '../../../components/feedback/toast.js';
import { useErrorText } from '../../../components/feedback/use-error-text.js';
import { useI18n } from '../../../i18n/i18n-context.js';
import { actOnMany, type BulkProgress } from './act-on-many.js';

/** Said when all is done, with the number of requests. */
export type BulkMessage = 'requests.bulk.approved' | 'requests.bulk.denied' | 'requests.bulk.deleted';

/** Work on many requests at once, of which there is one at a time. */
export function useBulk() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const client = useQueryClient();
  const [running, setRunning] = useState(false);
  const [progress, setProgress] = useState<BulkProgress | null>(null);
  return {
    running,
    progress,
    /** Reads a whole list; nothing if that fails. */
    async all(filter: Omit<RequestFilter, 'page' | 'limit'>): Promise<readonly RequestSummary[] | undefined> {
      setRunning(true);
      const found = await allRequests(filter).catch((error: unknown) => void toast.problem(errorText(error)));
      setRunning(false);
      return found ?? undefined;
    },
    /** Does one thing to each, and says what became of it. */
    async run(targets: readonly RequestSummary[], act: (target: RequestSummary) => Promise<unknown>, done: BulkMessage): Promise<void> {
      setRunning(true);
      const failed = await actOnMany(targets, act, setProgress);
      await client.invalidateQueries({ queryKey: queryKeys.requestLists });
      setRunning(false);
      setProgress(null);
      if (failed > 0) toast.problem(t('requests.bulk.failed', { count: failed }));
      else toast.done(t(done, { count: targets.length }));
    },
  };
}
