import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig, startApp, type RunningApp } from '@lectern/core';
import { setUpLectern, startDemoWorld, type DemoIntegration, type DemoWorld, type LecternApi } from '@lectern/demo';
import { until } from '@lectern/testbed';
import { createLogTail } from './log-tail.spec.support.js';

/** The members of a request that the specs read. */
export interface WorldRequest {
  readonly id: string;
  readonly status: string;
  readonly reason: {
    readonly code: string;
    readonly message: string;
    readonly component?: { readonly kind: string; readonly name: string };
    readonly nextAt?: string;
    readonly nextStep?: string;
    readonly todo?: string;
  } | null;
  readonly progress?: { readonly fraction: number };
  readonly actions: readonly string[];
  readonly timeline: readonly {
    readonly id: string;
    readonly at: string;
    readonly event: string;
    readonly from?: string;
    readonly to?: string;
    readonly message: string;
  }[];
  readonly stages: readonly { readonly stage: string; readonly state: string }[];
  readonly release?: { readonly title: string };
  readonly files?: {
    readonly directory: string;
    readonly count: number;
    readonly bytes: number;
    readonly methods: Record<string, number>;
  };
}

/** Differences between a world and the demo's. */
export interface WorldOptions {
  /** Replaces or adds integrations; gets the demo's. */
  readonly integrations?: (
    defaults: readonly DemoIntegration[],
    sims: DemoWorld,
  ) => readonly DemoIntegration[] | Promise<readonly DemoIntegration[]>;
  /** The folder of the download client, when that is not the simulator. */
  readonly downloadDir?: string;
  /** Default 1. */
  readonly secondsPerDownload?: number;
  /** Multiplies Lectern's waits; default 0.05. */
  readonly timeScale?: number;
  /** Whether requests of readers are approved automatically; default true. */
  readonly autoApprove?: boolean;
  readonly env?: NodeJS.ProcessEnv;
}

/** A Lectern in this process, set up against simulators, with an admin and a reader. */
export interface World {
  readonly app: RunningApp;
  readonly api: { readonly admin: LecternApi; readonly user: LecternApi };
  readonly userPassword: string;
  readonly sims: DemoWorld;
  readonly dirs: { readonly root: string; readonly data: string; readonly library: string; readonly downloads: string };
  /** Requests a book, as the reader by default. @returns the request's id */
  request(asin: string, as?: LecternApi): Promise<string>;
  /** The request as the admin sees it. */
  look(requestId: string): Promise<WorldRequest>;
  /** Waits until the request has one of the statuses; the error tells its last status, reason and timeline. */
  until(requestId: string, statuses: string | readonly string[]): Promise<WorldRequest>;
  /** Waits until the request is as `test` wants it. */
  untilRequest(requestId: string, what: string, test: (request: WorldRequest) => boolean): Promise<WorldRequest>;
  /** Stops the server as an operator would and starts it again, at the same address and with the same data. */
  restart(): Promise<void>;
  /** Log lines so far, for a failing test. */
  log(): string;
  stop(): Promise<void>;
}

function describe(request: WorldRequest | undefined): string {
  if (!request) return 'never seen';
  const lines = request.timeline.map((entry) => `  ${entry.at} ${entry.event}: ${entry.message}`);
  return `last ${request.status}, reason: ${request.reason?.message ?? 'none'}\n${lines.join('\n')}`;
}

/** Starts simulators and a server, and sets the server up through its API as a new admin would. */
export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const root = await mkdtemp(join(tmpdir(), 'lectern-e2e-'));
  const endings: (() => Promise<unknown>)[] = [() => rm(root, { recursive: true, force: true })];
  const stop = async () => {
    for (const end of endings.splice(0).reverse()) await end();
  };
  const log = createLogTail(500_000);
  try {
    const sims = await startDemoWorld(root, { secondsPerDownload: options.secondsPerDownload ?? 1 });
    endings.push(() => sims.close());
    const dirs = {
      root,
      data: join(root, 'data'),
      library: sims.libraryDir,
      downloads: options.downloadDir ?? sims.downloadDir,
    };
    await mkdir(dirs.data, { recursive: true });
    const environment = {
      LECTERN_DATA: dirs.data,
      LECTERN_HOST: '127.0.0.1',
      LECTERN_LOG_LEVEL: 'debug',
      LECTERN_TIME_SCALE: String(options.timeScale ?? 0.05),
      LECTERN_ALLOW_PRIVATE_HOSTS: '127.0.0.1',
      LECTERN_STAND_INS: sims.shelves.standIns,
      ...options.env,
    };
    const start = (port: string) =>
      startApp(loadConfig({ LECTERN_PORT: port, ...environment }), { validateResponses: true, passwordCost: 4, logTo: log.stream });
    let app = await start('0');
    endings.push(() => app.stop());
    const integrations = (await options.integrations?.(sims.integrations, sims)) ?? sims.integrations;
    const { admin, user } = await setUpLectern(app.url, {
      setupToken: (await app.setupToken()) ?? '',
      adminPassword: randomBytes(12).toString('base64url'),
      userPassword: randomBytes(12).toString('base64url'),
      libraryDir: dirs.library,
      downloadDir: dirs.downloads,
      integrations,
    });
    if (options.autoApprove !== false) await admin.api.call('PATCH', '/api/admin/settings', { requests: { autoApprove: true } });

    const look = async (id: string) => (await admin.api.call<{ request: WorldRequest }>('GET', `/api/requests/${id}`)).request;
    const untilRequest: World['untilRequest'] = async (id, what, test) => {
      let last: WorldRequest | undefined;
      const probe = async () => {
        last = await look(id);
        return test(last) ? last : undefined;
      };
      return until(probe, { everyMs: 50, what }).catch((error: unknown) => {
        throw new Error(`${String(error)}; ${describe(last)}`, { cause: error });
      });
    };
    return {
      get app() {
        return app;
      },
      api: { admin: admin.api, user: user.api },
      userPassword: user.password,
      sims,
      dirs,
      async request(asin, as = user.api) {
        return (await as.call<{ request: { id: string } }>('POST', '/api/requests', { asin })).request.id;
      },
      look,
      until: (id, statuses) => {
        const wanted = [statuses].flat();
        return untilRequest(id, `status ${wanted.join(' or ')}`, (request) => wanted.includes(request.status));
      },
      untilRequest,
      async restart() {
        const { port } = new URL(app.url);
        await app.stop();
        app = await start(port);
      },
      log: log.text,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
