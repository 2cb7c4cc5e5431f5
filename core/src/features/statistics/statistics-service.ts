import type { Database } from '../../platform/db/index.js';
import { ApiError } from '../../platform/http/problem.js';
import { requestFigures } from '../lifecycle/request-statistics.js';
import type { UserService } from '../users/index.js';
import { beginningOf, type Period } from './period.js';
import type { Statistics } from './schemas.js';
import { statisticsOf } from './statistics.js';

interface StatisticsDeps {
  readonly database: Database;
  readonly users: Pick<UserService, 'get'>;
  readonly now: () => Date;
}

/** Figures of requests and of what became of them. */
export interface StatisticsService {
  /** Those of one person. */
  own(userId: string, period: Period): Promise<Statistics>;
  /** Those of one person as an admin sees them. @throws ApiError 404 where there is no such person, or no longer */
  person(userId: string, period: Period): Promise<Statistics>;
  /** Those of everybody, with how much each person asks. */
  household(period: Period): Promise<Statistics>;
}

export function createStatisticsService({ database, users, now }: StatisticsDeps): StatisticsService {
  const underWay = new Map<string, Promise<Statistics>>();

  async function count(period: Period, userId?: string): Promise<Statistics> {
    const from = beginningOf(period, now());
    const figures = await requestFigures(database, { userId, from });
    return statisticsOf(figures, { period, from, now: now(), isHousehold: userId === undefined });
  }

  /** Counts once for all who ask at the same time: among many requests it takes a while, in which others wait for the database. */
  function read(period: Period, userId?: string): Promise<Statistics> {
    const key = `${period} ${userId ?? ''}`;
    const running = underWay.get(key) ?? count(period, userId).finally(() => underWay.delete(key));
    underWay.set(key, running);
    return running;
  }

  return {
    own: (userId, period) => read(period, userId),
    async person(userId, period) {
      if (!(await users.get(userId))) throw new ApiError('not_found', 'There is no such user.');
      return read(period, userId);
    },
    household: (period) => read(period),
  };
}
