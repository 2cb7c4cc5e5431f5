import { createHash } from 'node:crypto';
import type { CheckDetail, IntegrationError, PluginStorage } from '@lectern/plugin-api';
import type { ArchiveClient } from './client.js';
import { detail } from './detail.js';
import { fault } from './fault.js';
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
  probe(base: string, md5: string, signal: AbortSignal): Promise<CheckDetail>;
}

function keyError(answer: MemberAnswer, status: number): IntegrationError | undefined {
  if (/invalid secret key/i.test(answer.error ?? '') || status === 401) {
    return fault('INTEGRATION_UNAUTHORIZED', 'member_key_refused', { field: 'memberKey' });
  }
  if (/not a member/i.test(answer.error ?? '') || status === 403) {
    return fault('INTEGRATION_FORBIDDEN', 'no_membership', {
      field: 'memberKey',
    });
  }
  return undefined;
}

/** How many downloads are left today, as far as the archive tells. */
interface MemberQuota {
  readonly left?: number;
  readonly perDay?: number;
}

function quotaOf({ left, perDay }: MemberQuota): MemberQuota {
  return { ...(left === undefined ? {} : { left }), ...(perDay === undefined ? {} : { perDay }) };
}

function describeKey({ left, perDay }: MemberQuota): CheckDetail {
  if (left === undefined) return detail('member_key_works');
  return perDay === undefined ? detail('member_key_works_left', { left }) : detail('member_key_works_left_of', { left, limit: perDay });
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
    throw fault('INTEGRATION_BAD_RESPONSE', 'member_answer_without_url', { values: { host } });
  }

  async function fetchFile(base: string, md5: string, signal: AbortSignal): Promise<MemberOutcome> {
    const { host } = new URL(base);
    for (let server = 0; server < MOST_SERVERS; server += 1) {
      const { answer, status } = await ask(base, md5, server, signal);
      const { downloadUrl, error = '' } = answer;
      // the body says more than the status: some instances send an unusual one
      if (downloadUrl !== undefined) {
        if (!URL.canParse(downloadUrl) || !/^https?:$/.test(new URL(downloadUrl).protocol)) {
          throw fault('INTEGRATION_BAD_RESPONSE', 'member_url_wrong', { values: { host } });
        }
        return { kind: 'ready', url: downloadUrl, left: answer.downloadsLeft, perDay: answer.downloadsPerDay };
      }
      const refused = keyError(answer, status);
      if (refused) throw refused;
      if (/no downloads left/i.test(error) || status === 429) {
        const untilTomorrow = DAY_MS - (now() % DAY_MS);
        return { kind: 'unavailable', error: fault('INTEGRATION_RATE_LIMITED', 'downloads_used_up', { retryAfterMs: untilTomorrow }) };
      }
      if (/record not found/i.test(error) || status === 404) {
        throw fault('INTEGRATION_NOT_FOUND', 'file_gone', { values: { host } });
      }
      if (/error during fetching/i.test(error) || status >= 500) {
        throw fault('INTEGRATION_UNAVAILABLE', 'file_not_prepared', { values: { host, reason: error || `HTTP ${status}` } });
      }
      if (!/invalid domain_index or path_index/i.test(error)) {
        throw fault('INTEGRATION_BAD_RESPONSE', 'member_refused', { values: { host, reason: error.slice(0, 100) || `HTTP ${status}` } });
      }
    }
    return { kind: 'unavailable', error: fault('INTEGRATION_UNSUPPORTED', 'no_fast_copy', { values: { host } }) };
  }

  return {
    fetch: fetchFile,
    async probe(base, md5, signal) {
      const known = await storage.get<{ key: string; at: number; md5: string; left?: number; perDay?: number }>('member');
      const fingerprint = createHash('sha256').update(key).digest('hex').slice(0, 12);
      const isSame = known?.key === fingerprint;
      if (isSame && now() - known.at < DAY_MS) return describeKey(known);
      // requesting the same file again costs nothing
      const outcome = await fetchFile(base, isSame ? known.md5 : md5, signal);
      if (outcome.kind === 'unavailable' && outcome.error.code === 'INTEGRATION_RATE_LIMITED') throw outcome.error;
      const quota = outcome.kind === 'ready' ? quotaOf(outcome) : {};
      await storage.set('member', { key: fingerprint, at: now(), md5: isSame ? known.md5 : md5, ...quota });
      return describeKey(quota);
    },
  };
}
