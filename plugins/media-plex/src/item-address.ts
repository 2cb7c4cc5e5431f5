import { normalizeBaseUrl } from './base-url.js';
import type { PlexSettings } from './settings.js';

/** Plex's own web app, which finds a server by its id. */
const HOSTED = 'app.plex.tv';

/** The page of an item in Plex's web app, hosted by Plex or by the server itself, with a place for the id. */
export function itemAddress({ baseUrl, publicUrl }: Pick<PlexSettings, 'baseUrl' | 'publicUrl'>, machineId: string): string {
  const root = publicUrl === undefined ? normalizeBaseUrl(baseUrl, 'baseUrl') : normalizeBaseUrl(publicUrl, 'publicUrl');
  const app = new URL(root).hostname === HOSTED ? `https://${HOSTED}/desktop/` : `${root}/web/index.html`;
  return `${app}#!/server/${encodeURIComponent(machineId)}/details?key=%2Flibrary%2Fmetadata%2F{itemId}`;
}
