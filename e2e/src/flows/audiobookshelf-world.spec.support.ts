import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startRealAudiobookshelf, type RealAudiobookshelf, type RealLibrary } from '@lectern/testbed';
import { startWorld, type World } from '../world.js';

/** A world whose media server is the real Audiobookshelf, with a library over the folder that Lectern fills. */
export interface AudiobookshelfWorld {
  readonly server: RealAudiobookshelf;
  readonly library: RealLibrary;
  readonly world: World;
  /** A folder of its own, deleted at the end. */
  readonly dir: string;
  stop(): Promise<void>;
}

export async function startAudiobookshelfWorld(): Promise<AudiobookshelfWorld> {
  const dir = await mkdtemp(join(tmpdir(), 'lectern-e2e-abs-'));
  const cleanUps = [() => rm(dir, { recursive: true, force: true })];
  const stop = async (): Promise<void> => {
    for (const cleanUp of cleanUps) await cleanUp();
  };
  try {
    const server = await startRealAudiobookshelf(join(dir, 'abs'));
    cleanUps.unshift(() => server.stop());
    let library: RealLibrary | undefined;
    const world = await startWorld({
      // its watcher waits ten seconds whatever ours do
      timeScale: 1,
      async integrations(defaults, sims) {
        library = await server.addLibrary('Books', { folder: sims.libraryDir });
        const settings = { baseUrl: server.url, apiKey: server.apiKey };
        return defaults.map((entry) => (entry.pluginId === 'media-audiobookshelf' ? { ...entry, settings } : entry));
      },
    });
    cleanUps.unshift(() => world.stop());
    if (!library) throw new Error('the world was started without a library');
    return { server, library, world, dir, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
