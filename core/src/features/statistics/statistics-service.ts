import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { requestFigures } from '../lifecycle/request-statistics.js';
import type { UserService } from '../users/index.js';
import { beginningOf, type Period } from './period.js';
import { statisticsOf, type CountedStatistics } from './statistics.js';
import { sentence } from '../../platform/words/index.js';

interface StatisticsDeps {
  readonly database: Database;
  readonly users: Pick<UserService, 'get'>;
  readonly now: () => Date;
}

/** Figures of requests and of what became of them. */
export interface StatisticsService {
  /** Those of one person. */
  own(userId: string, period: Period): Promise<CountedStatistics>;
  /** Those of one person as an admin sees them. @throws ApiError 404 where there is no such person, or no longer */
  person(userId: string, period: Period): Promise<CountedStatistics>;
  /** Those of everybody, with how much each person asks. */
  household(period: Period): Promise<CountedStatistics>;
}

export function createStatisticsService({ database, users, now }: StatisticsDeps): StatisticsService {
  const underWay = new Map<string, Promise<CountedStatistics>>();

  async function count(period: Period, userId?: string): Promise<CountedStatistics> {
    const from = beginningOf(period, now());
    const figures = await requestFigures(database, { userId, from });
    return statisticsOf(figures, { period, from, now: now(), isHousehold: userId === undefined });
  }

  /** Counts once for all who ask at the same time: among many requests it takes a while, in which others wait for the database. */
  function read(period: Period, userId?: string): Promise<CountedStatistics> {
    const key = `${period} ${userId ?? ''}`;
    const running = underWay.get(key) ?? count(period, userId).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  }

  return {
    own: (userId, period) => read(period, userId),
    async person(userId, period) {
      if (!(await users.get(userId))) throw new ApiError('not_found', sentence('problem.no_user'));
      return read(period, userId);
    },
    household: (period) => read(period),
  };
}
