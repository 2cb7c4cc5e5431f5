import type { CheckingLectern } from '@lectern/plugin-api';
import { realpath } from 'node:fs/promises';
import { createPathMapping, type PathPair } from '../../files/path-mapping.js';
import { publicAddress, type SettingsService } from '../settings/index.js';

/** The facts about this server for plugins that test their connection. @param pathMappings of the integration */
export type TellOfLectern = (pathMappings: readonly PathPair[]) => Promise<CheckingLectern>;

export function createTellOfLectern(settings: Pick<SettingsService, 'get'>): TellOfLectern {
  return async (pathMappings) => {
    const { server, library } = await settings.get();
    const { path } = library;
    // finished books are announced by their real path; a missing folder is reported elsewhere
    const folder = path === null ? undefined : await realpath(path).catch(() => path);
    return {
      ...(server.publicUrl === null ? {} : { publicUrl: publicAddress(server.publicUrl, '') }),
      ...(folder === undefined ? {} : { libraryFolder: createPathMapping(pathMappings).toRemote(folder).path }),
    };
  };
}
