import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

/** The values that `/metrics` shows. */
export interface Metrics {
  readonly registry: Registry;
  readonly httpDuration: Histogram<'method' | 'route' | 'status'>;
  readonly jobsFinished: Counter<'name' | 'state'>;
  readonly jobsRunning: Gauge<'name'>;
}

/** Creates a separate registry, so that several servers can run in one test process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  return {
    registry,
    httpDuration: new Histogram({
      name: 'lectern_http_request_duration_seconds',
      help: 'Time from request to answer, by route.',
      labelNames: ['method', 'route', 'status'],
      buckets: [0.005, 0.02, 0.1, 0.5, 2, 10],
      registers: [registry],
    }),
    jobsFinished: new Counter({
      name: 'lectern_jobs_finished_total',
      help: 'Job runs by outcome.',
      labelNames: ['name', 'state'],
      registers: [registry],
    }),
    jobsRunning: new Gauge({ name: 'lectern_jobs_running', help: 'Jobs at work now.', labelNames: ['name'], registers: [registry] }),
  };
}
