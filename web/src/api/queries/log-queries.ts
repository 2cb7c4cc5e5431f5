import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer, api } from '../client.js';
import { addPage, cursorsOf, type LogTail } from '../log-tail.js';
import { queryKeys } from '../query-keys.js';
import type { LogLevel } from '../types.js';

/** The levels of log lines, the least serious first. */
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'] as const satisfies readonly LogLevel[];

/** Which log lines are shown. */
export interface LogFilter {
  level?: LogLevel | undefined;
  plugin?: string | undefined;
  integration?: string | undefined;
  /** The id of a request for a book, or of a call of the API. */
  request?: string | undefined;
  words?: string | undefined;
}

const EVERY_MS = 2500;
/** While the lines that are there already are fetched. */
const SOON_MS = 50;

function fetchLines(filter: LogFilter, cursors: { after?: string | undefined; before?: string | undefined }, signal?: AbortSignal) {
  const query = Object.fromEntries(Object.entries({ ...filter, ...cursors }).filter(([, value]) => Boolean(value)));
  return answer(api.GET('/api/admin/logs', { params: { query }, ...(signal ? { signal } : {}) }));
}

/** The last lines, to which new ones are added while the page is visible and nobody has paused it. */
export function useLogTail(filter: LogFilter, isPaused: boolean) {
  const client = useQueryClient();
  const queryKey = queryKeys.logs({ ...filter });
  const kept = () => client.getQueryData<LogTail>(queryKey);
  const tail = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const page = await fetchLines(filter, { after: cursorsOf(kept(), 'newest') }, signal);
      return addPage(kept(), page, 'newer');
    },
    staleTime: 0,
    structuralSharing: false,
    refetchInterval: ({ state }) => (isPaused ? false : state.data?.isBehind ? SOON_MS : EVERY_MS),
    refetchOnWindowFocus: !isPaused,
    refetchOnReconnect: !isPaused,
  });
  const older = useMutation({
    /** @param hold called just before the lines are added */
    mutationFn: async (hold: () => void) => {
      const page = await fetchLines(filter, { before: cursorsOf(kept(), 'oldest') });
      hold();
      client.setQueryData<LogTail>(queryKey, (shown) => addPage(shown, page, 'older'));
    },
  });
  return { tail, older };
}
