import { createHash } from 'node:crypto';
import { IntegrationError } from '@lectern/plugin-api';
import type { PluginStorage } from '@lectern/plugin-api';
import type { ArchiveClient } from './client.js';
import { refusalOf } from './refusal.js';
import { readMemberAnswer, type MemberAnswer } from './schema.js';

/** The most servers to try before a file counts as not offered to members. */
const MOST_SERVERS = 3;
const DAY_MS = 86_400_000;

/** The outcome of the member API for a file. */
export type MemberOutcome =
  | { readonly kind: 'ready'; readonly url: string; readonly left?: number; readonly perDay?: number }
  /** Currently not available through the member API. */
  | { readonly kind: 'unavailable'; readonly error: IntegrationError };

/** The archive's API for members. */
export interface Member {
  /**
   * Requests a file.
   *
   * @throws IntegrationError UNAUTHORIZED or FORBIDDEN if the key is bad, and for anything that another try may fix
   */
  fetch(base: string, md5: string, signal: AbortSignal): Promise<MemberOutcome>;
  /** Like `fetch`, but at most once a day for the same key, because each file counts against the quota. */
  probe(base: string, md5: string, signal: AbortSignal): Promise<string>;
}

function keyError(answer: MemberAnswer, status: number): IntegrationError | undefined {
  if (/invalid secret key/i.test(answer.error ?? '') || status === 401) {
    return new IntegrationError('INTEGRATION_UNAUTHORIZED', 'The archive refuses the member key.', { field: 'memberKey' });
  }
  if (/not a member/i.test(answer.error ?? '') || status === 403) {
    return new IntegrationError('INTEGRATION_FORBIDDEN', 'The member key belongs to an account without a membership.', {
      field: 'memberKey',
    });
  }
  return undefined;
}

/** @param key the secret; never part of a message */
export function createMember(client: ArchiveClient, storage: PluginStorage, key: string, now: () => number): Member {
  async function ask(base: string, md5: string, server: number, signal: AbortSignal) {
    const query = { md5, key, path_index: '0', domain_index: String(server) };
    const response = await client.json(base, '/dyn/api/fast_download.json', query, signal);
    const answer = readMemberAnswer(response.text());
    if (answer) return { answer, status: response.status };
    const { host } = new URL(base);
    const refused = refusalOf(response, host, now());
    if (refused) throw refused;
    throw new IntegrationError(
      'INTEGRATION_BAD_RESPONSE',
      `${host}: the member interface answered something else; not found: download_url.`,
    );
  }

  async function fetchFile(base: string, md5: string, signal: AbortSignal): Promise<MemberOutcome> {
    const { host } = new URL(base);
    for (let server = 0; server < MOST_SERVERS; server += 1) {
      const { answer, status } = await ask(base, md5, server, signal);
      const { downloadUrl, error = '' } = answer;
      // the body says more than the status: some instances send an unusual one
      if (downloadUrl !== undefined) {
        if (!URL.canParse(downloadUrl) || !/^https?:$/.test(new URL(downloadUrl).protocol)) {
          throw new IntegrationError('INTEGRATION_BAD_RESPONSE', `${host}: the member interface named something that is not an address.`);
        }
        return { kind: 'ready', url: downloadUrl, left: answer.downloadsLeft, perDay: answer.downloadsPerDay };
      }
      const refused = keyError(answer, status);
      if (refused) throw refused;
      if (/no downloads left/i.test(error) || status === 429) {
        const message = 'The downloads of the member key are used up for today.';
        const untilTomorrow = DAY_MS - (now() % DAY_MS);
        return { kind: 'unavailable', error: new IntegrationError('INTEGRATION_RATE_LIMITED', message, { retryAfterMs: untilTomorrow }) };
      }
      if (/record not found/i.test(error) || status === 404) {
        throw new IntegrationError('INTEGRATION_NOT_FOUND', `${host} no longer has this file.`);
      }
      if (/error during fetching/i.test(error) || status >= 500) {
        throw new IntegrationError('INTEGRATION_UNAVAILABLE', `${host} could not prepare the file: ${error || `HTTP ${status}`}.`);
      }
      if (!/invalid domain_index or path_index/i.test(error)) {
        throw new IntegrationError(
          'INTEGRATION_BAD_RESPONSE',
          `${host}: the member interface refused: ${error.slice(0, 100) || `HTTP ${status}`}.`,
        );
      }
    }
    return { kind: 'unavailable', error: new IntegrationError('INTEGRATION_UNSUPPORTED', `${host} has no fast copy of this file.`) };
  }

  return {
    fetch: fetchFile,
    async probe(base, md5, signal) {
      const known = await storage.get<{ key: string; at: number; says: string; md5: string }>('member');
      const fingerprint = createHash('sha256').update(key).digest('hex').slice(0, 12);
      const isSame = known?.key === fingerprint;
      if (isSame && now() - known.at < DAY_MS) return known.says;
      // requesting the same file again costs nothing
      const outcome = await fetchFile(base, isSame ? known.md5 : md5, signal);
      if (outcome.kind === 'unavailable' && outcome.error.code === 'INTEGRATION_RATE_LIMITED') throw outcome.error;
      const quota =
        outcome.kind === 'ready' && outcome.left !== undefined
          ? `, ${outcome.left} of ${outcome.perDay ?? '?'} downloads are left today`
          : '';
      const says = `The member key works${quota}.`;
      await storage.set('member', { key: fingerprint, at: now(), says, md5: isSame ? known.md5 : md5 });
      return says;
    },
  };
}
