import { defineFeature } from '../../platform/composition/feature.js';
import type { PlatformServices } from '../../platform/composition/platform-services.js';
import { detectAudioProbe } from '../../files/checking/detect-audio-probe.js';
import type { PluginHost } from '../../plugin-host/index.js';
import type { CatalogService } from '../catalog/index.js';
import type { CoverService } from '../covers/index.js';
import type { RequestProgress } from '../lifecycle/request-record.js';
import type { DownloadStore } from '../lifecycle/download-store.js';
import type { RequestReader } from '../lifecycle/request-reader.js';
import { writeProgress } from '../lifecycle/request-store.js';
import type { RequestTransitions } from '../lifecycle/transitions.js';
import type { CandidateStore } from '../search/index.js';
import type { SettingsService } from '../settings/index.js';
import type { AudioProbe } from '../../files/checking/audio-probe.js';
import { endOrphans } from '../../files/merging/encoder-records.js';
import { encoderRecords } from './merge-work.js';
import { importJobs } from './import-job.js';
import { createImportPreview, type ImportPreviewer } from './import-preview.js';
import { removeWorkOfEnded, sweepAbandonedImports } from './import-sweep.js';

interface Needs extends PlatformServices {
  readonly host: PluginHost;
  readonly catalog: CatalogService;
  readonly covers: CoverService;
  readonly requestReader: RequestReader;
  readonly transitions: RequestTransitions;
  readonly candidates: CandidateStore;
  readonly downloads: DownloadStore;
  readonly settings: SettingsService;
  /** Declared as a shape: uploads are on a higher floor. */
  readonly uploads: { areFilesOf(requestId: string, real: string): Promise<boolean> };
  readonly announcer: { changed(requestId: string): void };
}

interface Gives {
  readonly probe: AudioProbe;
  readonly importPreview: ImportPreviewer;
}

/** Saves the progress of an import while it runs. */
async function saveProgress({ database, announcer }: Needs, requestId: string, progress: RequestProgress | null): Promise<void> {
  await database.transaction((tx) => writeProgress(tx, { requestId, status: 'processing' }, progress));
  announcer.changed(requestId);
}

export const imports = defineFeature<Needs, Gives>({
  name: 'imports',
  services: {
    probe: () => detectAudioProbe(),
    importPreview: ({ database, downloads, settings, catalog, probe, now, config }) =>
      createImportPreview({ database, downloads, settings, catalog, probe, now, dataDir: config.dataDir }),
  },
  jobs: (c) =>
    importJobs({
      database: c.database,
      host: c.host,
      requests: c.requestReader,
      transitions: c.transitions,
      candidates: c.candidates,
      downloads: c.downloads,
      catalog: c.catalog,
      settings: c.settings,
      probe: c.probe,
      cover: async (asin) => c.covers.ofBook(asin),
      saveProgress: (requestId, progress) => saveProgress(c, requestId, progress),
      dataDir: c.config.dataDir,
      isUploaded: (requestId, real) => c.uploads.areFilesOf(requestId, real),
      now: c.now,
      timeScale: c.timeScale,
    }),
  listen: (c) => removeWorkOfEnded(c),
  prepare: async (c) => {
    // before their working folders are swept
    const ended = await endOrphans(encoderRecords(c.config.dataDir));
    if (ended.length > 0) c.log.warn({ count: ended.length }, 'encoders that outlived a server that was killed were ended');
    await sweepAbandonedImports(c);
  },
});
