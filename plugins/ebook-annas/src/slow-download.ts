import { setTimeout as sleep } from 'node:timers/promises';
import { isIntegrationError } from '@lectern/plugin-api';
import type { EbookWait, IntegrationError, PluginLogger, PluginStorage } from '@lectern/plugin-api';
import type { ArchiveClient } from './client.js';
import { readSlowServers } from './detail-page.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
import type { SlowServer } from './schema.js';
import { readSlowPage } from './slow-page.js';

/** Consecutive countdowns after which a server is skipped. */
const MOST_ROUNDS = 3;
const MOST_SERVERS = 3;
/** A shorter wait happens at once; a longer one is passed to the host and so survives a restart. */
const SHORT_WAIT_MS = 5_000;
/** Added to every countdown, because the archive's clock is not ours. */
const MARGIN_MS = 1_500;
const HOUR_MS = 3_600_000;

/** A file's place in the queue. */
type Place = { readonly base: string; readonly path: string; readonly rounds: number; readonly readyAt: number; readonly passed: string[] };

/** A server's result: the address of the file, or a place in the queue. */
type Handed = { readonly kind: 'ready'; readonly url: string } | EbookWait;

/** Addresses of files through the free downloads. */
export interface SlowDownloads {
  /** @throws IntegrationError RATE_LIMITED after too many downloads, UNSUPPORTED if the file is for members only */
  fetch(base: string, md5: string, signal: AbortSignal): Promise<Handed>;
  /** The address where a file is queued, so that the next request goes there again. */
  baseOf(md5: string): Promise<string | undefined>;
}

export function createSlowDownloads(
  parts: { readonly client: ArchiveClient; readonly storage: PluginStorage; readonly log: PluginLogger; readonly now: () => number },
  maxWaitSeconds: number,
): SlowDownloads {
  const { client, storage, log, now } = parts;

  async function places(): Promise<Record<string, Place>> {
    const all = (await storage.get<Record<string, Place>>('places')) ?? {};
    return Object.fromEntries(Object.entries(all).filter(([, place]) => now() - place.readyAt < HOUR_MS));
  }

  async function remember(md5: string, place: Place | undefined): Promise<void> {
    const { [md5]: _before, ...others } = await places();
    await storage.set('places', place ? { ...others, [md5]: place } : others);
  }

  const waitFor = (ms: number): EbookWait => ({
    kind: 'wait',
    waitMs: ms,
    message: detail('handed_out_in', { seconds: Math.ceil(ms / 1000) }),
  });

  /** Continues at one server where it was left. `undefined`: skip it. */
  async function atServer(md5: string, place: Place, signal: AbortSignal): Promise<Handed | undefined> {
    const { host } = new URL(place.base);
    for (let rounds = place.rounds; rounds <= MOST_ROUNDS; rounds += 1) {
      const page = readSlowPage(await client.page(place.base, place.path, {}, signal), host);
      if (page.kind === 'ready') return page;
      if (page.kind === 'limit') {
        throw fault('INTEGRATION_RATE_LIMITED', 'too_many_downloads', { values: { host }, retryAfterMs: HOUR_MS });
      }
      const ms = page.seconds * 1000 + MARGIN_MS;
      if (page.seconds > maxWaitSeconds || rounds === MOST_ROUNDS) {
        log.info('a slow server wants too long a wait', { host, seconds: page.seconds, rounds });
        return undefined;
      }
      if (ms > SHORT_WAIT_MS) {
        await remember(md5, { ...place, rounds: rounds + 1, readyAt: now() + ms });
        return waitFor(ms);
      }
      await sleep(ms, undefined, { signal }).catch((error: unknown) => {
        throw fault('INTEGRATION_ABORTED', 'wait_cancelled', { cause: error });
      });
    }
    return undefined;
  }

  async function serversOf(base: string, md5: string, signal: AbortSignal): Promise<readonly SlowServer[]> {
    const { host } = new URL(base);
    const servers = readSlowServers(await client.page(base, `/md5/${md5}`, {}, signal), md5, host);
    if (servers.length === 0) {
      throw fault('INTEGRATION_UNSUPPORTED', 'members_only', { values: { host } });
    }
    return servers.slice(0, MOST_SERVERS);
  }

  return {
    baseOf: async (md5) => (await places())[md5]?.base,

    async fetch(base, md5, signal) {
      const kept = (await places())[md5];
      const left = (kept?.readyAt ?? 0) - now();
      if (kept && left > 0) return waitFor(left);
      const passed = [...(kept?.passed ?? [])];
      let last: IntegrationError | undefined;

      /** `undefined`: on to the next server. */
      async function attempt(place: Place): Promise<Handed | undefined> {
        try {
          const outcome = await atServer(md5, { ...place, passed }, signal);
          if (outcome?.kind === 'ready') await remember(md5, undefined);
          if (outcome) return outcome;
        } catch (error) {
          const mayTryNext = isIntegrationError(error) && ['INTEGRATION_UNAVAILABLE', 'INTEGRATION_NOT_FOUND'].includes(error.code);
          if (signal.aborted || !mayTryNext) throw error;
          last = error;
        }
        passed.push(place.path);
        return undefined;
      }

      const atPlace = kept && (await attempt(kept));
      if (atPlace) return atPlace;
      for (const { path } of await serversOf(base, md5, signal)) {
        const outcome = passed.includes(path) ? undefined : await attempt({ base, path, rounds: 0, readyAt: 0, passed });
        if (outcome) return outcome;
      }
      await remember(md5, undefined);
      if (last) throw last;
      throw fault('INTEGRATION_UNAVAILABLE', 'wait_too_long', {
        field: 'maxWaitSeconds',
        retryAfterMs: HOUR_MS,
      });
    },
  };
}
