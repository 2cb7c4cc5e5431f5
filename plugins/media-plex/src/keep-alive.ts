import type { Call, PluginLogger, PluginStorage } from '@lectern/plugin-api';
import type { PlexTv } from './plex-tv.js';

const WEEK_MS = 7 * 24 * 3600 * 1000;

/**
 * Tells plex.tv once a week that the token is in use. Nothing depends on it: plex.tv does not know a server's own
 * token, and a network without internet access is no fault.
 */
export async function keepTokenAlive(
  tv: Pick<PlexTv, 'ping'>,
  token: string,
  { storage, log, now }: { readonly storage: PluginStorage; readonly log: PluginLogger; readonly now: () => number },
  call: Call,
): Promise<void> {
  const last = await storage.get<number>('pingedAt');
  if (typeof last === 'number' && now() - last < WEEK_MS && last <= now()) return;
  // before the call, so that an unreachable plex.tv does not slow down every check
  await storage.set('pingedAt', now());
  try {
    await tv.ping(token, call);
  } catch (error) {
    if (call.signal.aborted) throw error;
    log.debug('plex.tv was not told that the token is in use', { error: error instanceof Error ? error.message : String(error) });
  }
}
