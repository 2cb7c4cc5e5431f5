import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { isTrue, type Database } from '../../platform/db/index.js';
import type { PayloadOf } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition, RunAgain } from '../../platform/jobs/job-queue.js';
import { SaidError, saidOf, sentence, type Said } from '../../platform/words/index.js';
import { integrationFacts } from '../integration-records/integration-facts.js';
import { isBeingTaken, type DownloadStore } from '../lifecycle/download-store.js';
import { TELL_IMPORTED } from '../lifecycle/request-jobs.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';

interface Dependencies {
  readonly database: Database;
  readonly host: Pick<PluginHost, 'provider'>;
  readonly downloads: DownloadStore;
  readonly transitions: Pick<RequestTransitions, 'note'>;
  readonly now: () => Date;
  readonly timeScale: number;
}

type ImportedJob = JobContext<PayloadOf<typeof TELL_IMPORTED>>;

/** About half a day, with the pauses of the queue: a night in which the client is off. */
const MOST_ATTEMPTS = 24;
/** Between two looks at an item that another request has yet to import. */
const AWAITED_RETRY_MS = 1_800_000;

async function tellImported({ database, host, downloads, now, timeScale }: Dependencies, job: ImportedJob): Promise<RunAgain | void> {
  const download = await downloads.get(job.payload.downloadId);
  if (download?.state !== 'imported' || !isTrue(download.ours)) return undefined;
  const { integrationId, itemId } = download;
  if (integrationId === null || itemId === null) return undefined;
  if ((await downloads.isAwaited(download)) || (await isBeingTaken(database.read, download)))
    return { againAt: new Date(now().getTime() + AWAITED_RETRY_MS * timeScale) };
  const facts = await integrationFacts(database.read, integrationId);
  if (!facts) return undefined;
  const client = host.provider('downloadClient', integrationId);
  if (!client) throw new SaidError(sentence('finding.client_away', { client: facts.name }));
  await client.call('imported', async (provider, call) => provider.imported?.(itemId, call), { signal: job.signal });
  return undefined;
}

/** Says in the timeline that the client was not told. The request has what it wants all the same. */
async function giveUp(
  { database, downloads, transitions }: Dependencies,
  { payload, log }: Pick<ImportedJob, 'payload' | 'log'>,
  error: unknown,
): Promise<void> {
  const download = await downloads.get(payload.downloadId);
  if (!download) return;
  const { integrationId, requestId } = download;
  const facts = integrationId === null ? undefined : await integrationFacts(database.read, integrationId);
  log.warn({ downloadId: download.id, integration: integrationId, err: error }, 'a download client was not told of an import');
  const name: Said = facts?.name ?? sentence('timeline.the_download_client');
  if (requestId === null) return;
  const said = sentence('timeline.client_not_told', { client: name, fault: saidOf(error) });
  await database.transaction((tx) => transitions.note(tx, requestId, 'client_not_told', said));
}

/** Tells download clients that the books of their torrents are in the library. Requests do not wait for it. */
export function tellImportedJob(deps: Dependencies): JobDefinition {
  return TELL_IMPORTED.handledBy({
    title: sentence('job.tell_imported'),
    concurrency: 2,
    maxAttempts: MOST_ATTEMPTS,
    run: (job) => tellImported(deps, job),
    onExhausted: (job, error) => giveUp(deps, job, error),
  });
}
