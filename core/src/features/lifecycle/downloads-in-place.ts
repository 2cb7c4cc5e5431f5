import { realpath } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Sql } from '../../platform/db/index.js';
import { createGiveWay } from '../../platform/jobs/give-way.js';
import { createPathMapping, type PathMapping } from '../../files/path-mapping.js';
import { isWithin } from '../../files/path-jail.js';
import { allIntegrationFacts } from '../integration-records/integration-facts.js';
import { downloadPlaces } from './download-store.js';
import { createPlaceIndex } from './place-index.js';

/** Which folders download clients work in. */
export interface DownloadsInPlace {
  /** The client whose download is in a folder, is the folder, or lies around it; absolute. */
  clientAt(directory: string): string | undefined;
  /** The client of a download that is still in it. */
  clientOf(downloadId: string | null): string | undefined;
}

/** A download's path with the links around it resolved. Many downloads share a folder, and each folder is looked up once. */
function realPaths(): (path: string) => Promise<string> {
  const known = new Map<string, Promise<string>>();
  return async (path) => {
    const around = dirname(path);
    const real = known.get(around) ?? realpath(around).catch(() => around);
    known.set(around, real);
    return join(await real, basename(path));
  };
}

/** Reads where all downloads are, page by page. */
export async function readDownloadsInPlace(sql: Pick<Sql, 'all'>): Promise<DownloadsInPlace> {
  const clients = new Map<string, { readonly name: string; readonly mapping: PathMapping }>();
  for (const { id, name, pathMappings } of await allIntegrationFacts(sql))
    clients.set(id, { name, mapping: createPathMapping(pathMappings) });
  const byId = new Map<string, string>();
  const index = createPlaceIndex<string>();
  const toReal = realPaths();
  const giveWay = createGiveWay();
  for await (const page of downloadPlaces(sql)) {
    for (const { id, integrationId, downloadPath } of page) {
      await giveWay();
      const client = integrationId === null ? undefined : clients.get(integrationId);
      if (!client) continue;
      const local = client.mapping.toLocal(downloadPath).path;
      byId.set(id, client.name);
      for (const path of new Set([local, await toReal(local)])) index.add(path, client.name);
    }
  }
  return {
    clientAt: (directory) => index.clientAt(directory),
    clientOf: (downloadId) => (downloadId === null ? undefined : byId.get(downloadId)),
  };
}

/** Whether the files of a download are the placed files themselves, because it was imported from where it is. */
export function isOwnSource(directory: string, sourcePaths: readonly (string | undefined)[]): boolean {
  return sourcePaths.some((path) => path !== undefined && isWithin(directory, path));
}
