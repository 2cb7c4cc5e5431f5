import { defineJob, NO_PAYLOAD } from '../../platform/jobs/define-job.js';
import type { JobContext, JobDefinition } from '../../platform/jobs/job-queue.js';
import { sentence } from '../../platform/words/index.js';
import type { PluginHost } from '../../plugin-host/plugin-host.js';
import { createPathMapping } from '../../files/path-mapping.js';
import { bookLibraries } from './library-walk.js';
import type { LibraryStore } from './library-store.js';
import { holds } from './refresh-request.js';
import type { MediaServerProvider } from './scan.js';

/** Asks all media servers to look at their libraries, because books were moved in the library folder. */
export const LOOK_AT_LIBRARY = defineJob('library.look', NO_PAYLOAD, { key: () => 'library.look' });

interface LookDeps {
  readonly host: Pick<PluginHost, 'providers'>;
  readonly store: Pick<LibraryStore, 'pathMappings' | 'libraryRoot'>;
  readonly sql: Parameters<LibraryStore['libraryRoot']>[0];
}

/** Asks for the libraries in which the library folder is, or lies around; for all of them if none seems to. */
async function ask({ store, sql }: LookDeps, server: MediaServerProvider, signal: AbortSignal): Promise<void> {
  const root = await store.libraryRoot(sql);
  const libraries = await bookLibraries(server, signal);
  const remote = root === undefined ? undefined : createPathMapping(await store.pathMappings(server.integrationId)).toRemote(root).path;
  const around = libraries.filter(
    (library) => remote !== undefined && (holds(library, remote) || library.roots.some((folder) => holds({ roots: [remote] }, folder))),
  );
  for (const { id } of around.length > 0 ? around : libraries) {
    await server.call('refresh', (provider, call) => provider.refresh(id, call), { signal });
  }
}

async function lookAtLibrary(deps: LookDeps, job: JobContext<Record<string, never>>): Promise<void> {
  const servers = deps.host.providers('mediaServer');
  const failures: string[] = [];
  for (const [done, server] of servers.entries()) {
    await ask(deps, server, job.signal).catch((error: unknown) => {
      job.signal.throwIfAborted();
      failures.push(error instanceof Error ? error.message : String(error));
    });
    job.progress({ done: done + 1, total: servers.length });
  }
  if (failures.length > 0) throw new Error(failures.join(' '));
}

/** One server that does not answer is asked again, and so are the others, which find nothing new then. */
export function lookJob(deps: LookDeps): JobDefinition {
  return LOOK_AT_LIBRARY.handledBy({
    title: sentence('job.look_at_library'),
    timeoutMs: 3_600_000,
    run: (job) => lookAtLibrary(deps, job),
  });
}
