import type { JobInfo } from '../../platform/jobs/job-queue.js';

/** The book that a job works on, by its request. */
export interface JobBook {
  readonly requestId: string;
  readonly title: string;
}

/** By their ids, in one statement. */
type Lookup = (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>;

export interface JobBooksDependencies {
  readonly requestReader: { readonly titles: Lookup };
  readonly downloads: { readonly requestsOf: Lookup };
  readonly uploads: { readonly requestsOf: Lookup };
}

/** Finds the books of jobs, by the ids of the jobs, in three statements whatever their number. Other jobs, and those of deleted requests, have none. */
export async function booksOfJobs(
  { requestReader, downloads, uploads }: JobBooksDependencies,
  jobs: readonly Pick<JobInfo, 'id' | 'about'>[],
): Promise<ReadonlyMap<string, JobBook>> {
  const topics = jobs.flatMap(({ id, about }) => {
    const [, kind = '', of = ''] = /^(request|download|upload):(.+)$/.exec(about ?? '') ?? [];
    return kind === '' ? [] : [{ jobId: id, kind, of }];
  });
  const idsOf = (wanted: string) => [...new Set(topics.filter(({ kind }) => kind === wanted).map(({ of }) => of))];
  const [ofDownloads, ofUploads] = await Promise.all([downloads.requestsOf(idsOf('download')), uploads.requestsOf(idsOf('upload'))]);
  const requestOf = ({ kind, of }: { readonly kind: string; readonly of: string }) =>
    kind === 'request' ? of : (kind === 'download' ? ofDownloads : ofUploads).get(of);

  const titles = await requestReader.titles([...new Set(topics.flatMap((topic) => requestOf(topic) ?? []))]);
  const books = new Map<string, JobBook>();
  for (const topic of topics) {
    const requestId = requestOf(topic);
    const title = requestId === undefined ? undefined : titles.get(requestId);
    if (requestId !== undefined && title !== undefined) books.set(topic.jobId, { requestId, title });
  }
  return books;
}
