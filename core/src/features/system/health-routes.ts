import Type from 'typebox';
import { DATABASE_FAULTS, type Database, type DatabaseFaultKind } from '../../platform/db/index.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { countOverdueRuns } from '../../platform/jobs/job-facts.js';
import type { Logger } from '../../platform/logging/logger.js';
import type { Metrics } from '../../platform/metrics/metrics.js';
import type { SettingsService } from '../settings/index.js';
import { takeTurn } from '../settings/take-turn.js';

export interface HealthRoutesDeps {
  readonly database: Pick<Database, 'read' | 'dialect' | 'fault' | 'transaction'>;
  readonly settings: Pick<SettingsService, 'get'>;
  readonly metrics: Metrics;
  readonly log: Logger;
  readonly version: string;
  readonly now: () => Date;
  /** Milliseconds in which the database must answer. Default 2 s. */
  readonly databaseWaitMs?: number;
}

async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => (timer = setTimeout(() => reject(new Error(`no answer in ${ms} ms`)), ms)));
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const health = Type.Object(
  {
    status: Type.Union([Type.Literal('ok'), Type.Literal('degraded')]),
    version: Type.String(),
    uptimeSeconds: Type.Integer(),
    database: Type.Union([Type.Literal('sqlite'), Type.Literal('postgres')]),
    databaseFault: Type.Optional(
      Type.Union(
        Object.keys(DATABASE_FAULTS).map((kind) => Type.Literal(kind as DatabaseFaultKind)),
        { description: 'Why the database is not working.' },
      ),
    ),
    overdueJobs: Type.Optional(
      Type.Integer({ minimum: 1, description: 'Runs of jobs that nobody is at work on, and that nobody has taken up again.' }),
    ),
    setupComplete: Type.Boolean(),
  },
  { $id: 'Health' },
);

/** The state of the server, for people, load balancers and collectors. */
export function healthRoutes(deps: HealthRoutesDeps): Route[] {
  const { database, settings, metrics, log, version, now, databaseWaitMs = 2_000 } = deps;
  const startedAt = now().getTime();
  let setupComplete = false;
  /** Said when it begins and when it is over: monitors ask all the time, and anybody may. */
  let isAway = false;
  let overdueJobs = 0;

  async function askDatabase(): Promise<boolean> {
    try {
      // after a failed write it tries to write, because reading may still work
      if (database.fault)
        await within(
          databaseWaitMs,
          database.transaction((tx) => takeTurn(tx, 'health', now())),
        );
      await within(databaseWaitMs, database.read.get('SELECT 1 AS answer'));
      overdueJobs = await within(databaseWaitMs, countOverdueRuns(database.read, now()));
      setupComplete = (await within(databaseWaitMs, settings.get())).setup.completedAt !== null;
      if (isAway) log.info('the database answers again');
      isAway = false;
      return true;
    } catch (error) {
      if (!isAway) log.error({ err: error }, 'the database is not answering');
      isAway = true;
      return false;
    }
  }

  return [
    defineRoute({
      method: 'GET',
      path: '/api/health',
      // what watches servers adds parameters of its own, so that no cache answers
      ignoresUnknownQuery: true,
      early: true,
      summary: 'The health of the server',
      description: 'A service behind an integration that is down does not make the server unhealthy; a database that does not answer does.',
      tag: 'system',
      access: { rule: 'public' },
      scopes: 'none',
      responses: { 200: health, 503: health },
      async handler() {
        const isWell = await askDatabase();
        const uptimeSeconds = Math.max(0, Math.floor((now().getTime() - startedAt) / 1000));
        const status = isWell && overdueJobs === 0 ? 'ok' : 'degraded';
        const fault = isWell ? undefined : database.fault?.kind;
        const databaseFault = fault === undefined ? {} : { databaseFault: fault };
        const jobs = isWell && overdueJobs > 0 ? { overdueJobs } : {};
        const answer = { status, version, uptimeSeconds, database: database.dialect, ...databaseFault, ...jobs, setupComplete };
        // pages and the API work without jobs, so a proxy goes on sending people here
        return json(answer, isWell ? 200 : 503);
      },
    }),
    defineRoute({
      method: 'GET',
      path: '/api/version',
      ignoresUnknownQuery: true,
      early: true,
      summary: 'The version of the server',
      tag: 'system',
      access: { rule: 'public' },
      scopes: 'none',
      responses: { 200: Type.Object({ version: Type.String() }) },
      handler: () => json({ version }),
    }),
    defineRoute({
      method: 'GET',
      path: '/metrics',
      // a collector may be configured to send some
      ignoresUnknownQuery: true,
      early: true,
      summary: 'Metrics for Prometheus',
      description: 'A collector signs in with an API token that has the scope `admin:read`, sent as a bearer token.',
      tag: 'system',
      access: { rule: 'admin' },
      scopes: ['admin:read'],
      responses: { 200: { contentType: 'text/plain' } },
      async handler() {
        const body = await metrics.registry.metrics();
        return { status: 200, body, headers: { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' } };
      },
    }),
  ];
}
