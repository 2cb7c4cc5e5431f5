import autocannon from 'autocannon';

/** The load on one address. Times are milliseconds. */
export interface Load {
  readonly p50: number;
  readonly p95: number;
  readonly perSecond: number;
  /** Processor time of the server and its database per answer; unlike the others it hardly depends on other processes. */
  readonly cpuMs: number;
}

/** The counts of one turn. */
export interface Slice {
  readonly times: readonly number[];
  readonly seconds: number;
  /** CPU time of the server and its database, in milliseconds. */
  readonly cpuMs: number;
}

/**
 * Sends requests for a while, or one on each connection where that is no time. Times are measured here, because autocannon's own are whole
 * milliseconds.
 *
 * @throws Error for any answer but a success
 */
export async function askForAWhile(
  url: string,
  options: { readonly connections: number; readonly seconds: number; readonly token: string; readonly cpuMs: () => Promise<number> },
): Promise<Slice> {
  const { connections, seconds: duration, token, cpuMs } = options;
  const before = await cpuMs();
  const times: number[] = [];
  const seconds = await new Promise<number>((resolve, reject) => {
    const begun = performance.now();
    let last = begun;
    const run = autocannon(
      {
        url,
        connections,
        ...(duration === 0 ? { amount: connections, sampleInt: 10 } : { duration }),
        headers: { authorization: `Bearer ${token}` },
      },
      (error, { errors, timeouts, non2xx }) => {
        if (error) return reject(error);
        if (errors + timeouts + non2xx > 0) {
          return reject(new Error(`${url}: ${times.length} answers, ${errors} errors, ${timeouts} without answer, ${non2xx} refused`));
        }
        resolve((last - begun) / 1000);
      },
    );
    run.on('response', (_client: unknown, _status: number, _bytes: number, ms: number) => {
      times.push(ms);
      last = performance.now();
    });
  });
  // none came in time, as on a machine that does much else
  if (times.length === 0 && duration > 0) return askForAWhile(url, { ...options, seconds: 2 * duration });
  return { times, seconds, cpuMs: (await cpuMs()) - before };
}

function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

/** Combines several turns. */
export function summarize(slices: readonly Slice[]): Load {
  const times = slices.flatMap((slice) => slice.times).sort((a, b) => a - b);
  const seconds = slices.reduce((sum, slice) => sum + slice.seconds, 0);
  const cpuMs = slices.reduce((sum, slice) => sum + slice.cpuMs, 0) / times.length;
  return { cpuMs, p50: quantile(times, 0.5), p95: quantile(times, 0.95), perSecond: times.length / seconds };
}
