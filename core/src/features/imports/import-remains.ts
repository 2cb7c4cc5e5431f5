import { realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { RequestRow } from '../lifecycle/request-record.js';
import { isAudioProbeError } from '../../files/checking/audio-probe.js';
import type { PlacementManifest } from '../../files/placing/placement-manifest.js';
import { lookBeside } from './beside-audio.js';
import type { ImportDependencies } from './import-dependencies.js';
import { recallPlaced } from './import-place.js';
import { mergedEarlier } from './merge-parts.js';
import { taggedEarlier } from './tag-parts.js';
import { planImport } from './import-plan.js';
import { listImport, locateSource } from './import-source.js';
import type { ImportStore } from './import-store.js';
import { verifyEbooks } from './verify-ebooks.js';
import { verifyRecording } from './verify-recording.js';

/** The files that an import has placed although it does not come to its end. */
export interface ImportRemains {
  /** Absolute. */
  readonly directory: string;
  readonly manifest: PlacementManifest;
}

/**
 * Finds what the runs of an import have placed and never written down, because they died in between. Only a folder that is
 * wholly there, file by file as its source, counts.
 *
 * @throws what locating, listing and planning throw
 */
export async function findRemains(
  deps: ImportDependencies,
  store: ImportStore,
  import_: { readonly request: RequestRow; readonly signal: AbortSignal },
): Promise<ImportRemains | undefined> {
  const { request, signal } = import_;
  const planned = await store.plannedDirectory(request.id);
  const { library } = await deps.settings.get();
  if (planned === undefined || library.path === null) return undefined;
  const root = await realpath(library.path);
  if (await store.isRecorded(request.id, join(root, planned))) return undefined;
  const source = await locateSource(deps, store, request, signal);
  const listing = await listImport(source, request, { protectedRoots: [], accepted: true, signal });
  const book = (await deps.catalog.cached([request.asin], request.region)).get(request.asin);
  const checks = { accepted: true, signal, onProgress: () => undefined };
  // read again, because the files decide which of them are the book, and in which order
  const verified =
    request.type === 'ebook'
      ? await verifyEbooks(listing.ebooks, checks)
      : await verifyRecording(listing.audio, { ...checks, probe: deps.probe, catalog: deps.catalog, request, book }).catch(
          (error: unknown) => {
            // they may have been placed before they could be read no more
            if (isAudioProbeError(error)) return { files: listing.audio };
            throw error;
          },
        );
  const { companions } = await lookBeside(listing, request, verified);
  const files = [...verified.files, ...companions];
  const plan = await planImport(deps, {
    request,
    files,
    listing,
    root,
    signal,
    book,
    info: await deps.requests.info(request),
    template: request.type === 'ebook' ? library.ebookPathTemplate : library.pathTemplate,
    writeSidecar: library.writeSidecar,
    mayLink: !library.copyFiles,
    warn: () => undefined,
  });
  const made = await madeEarlier({ request, library, book, plan, sources: files });
  if (!made) return recallPlaced(deps, store, { request, plan, sources: files, directory: planned });
  const recalled = await recallPlaced(deps, store, { request, plan: made.plan, sources: made.sources, directory: planned });
  return recalled && { directory: recalled.directory, manifest: made.record(recalled.manifest) };
}

/** What an earlier run made of the files to place it instead of them. */
async function madeEarlier(run: Parameters<typeof mergedEarlier>[0] & Parameters<typeof taggedEarlier>[0]) {
  return (await mergedEarlier(run)) ?? taggedEarlier(run);
}
