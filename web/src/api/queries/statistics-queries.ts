import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { withBase } from '../base-path.js';
import { answer, api } from '../client.js';
import { queryKeys } from '../query-keys.js';
import type { Statistics } from '../types.js';

export type StatisticsPeriod = Statistics['period'];

export const STATISTICS_PERIODS: readonly StatisticsPeriod[] = ['last-12-months', 'this-year', 'all'];

/** Whose figures: one's own, or for admins those of the household, or of one person. */
export type StatisticsOf = { readonly whose: 'own' } | { readonly whose: 'household'; readonly userId?: string | undefined };

function queryOf(of: StatisticsOf, period: StatisticsPeriod) {
  return { period, ...(of.whose === 'household' && of.userId !== undefined ? { userId: of.userId } : {}) };
}

export const statisticsQuery = (of: StatisticsOf, period: StatisticsPeriod) =>
  queryOptions({
    queryKey: queryKeys.statistics({ ...of, period }),
    queryFn: ({ signal }) => {
      const params = { query: queryOf(of, period) };
      return answer<Statistics>(
        of.whose === 'own' ? api.GET('/api/statistics', { params, signal }) : api.GET('/api/admin/statistics', { params, signal }),
      );
    },
    placeholderData: keepPreviousData,
  });

/** Address of the file with the same figures. */
export function statisticsFile(of: StatisticsOf, period: StatisticsPeriod): string {
  const path = of.whose === 'own' ? '/api/statistics/export' : '/api/admin/statistics/export';
  return withBase(`${path}?${new URLSearchParams(queryOf(of, period)).toString()}`);
}
