import type { CheckDetail } from '@lectern/plugin-api';
import { detail } from './detail.js';

/** SABnzbd's messages, and the keys of ours that explain them to people who do not know Usenet. */
const RULES = [
  [/aborted, cannot be completed|not on your server|articles? (were|are) missing/i, 'articles_missing'],
  [/repair failed, not enough repair blocks/i, 'too_little_repair_data'],
  [/repair failed|par2|verif/i, 'not_repaired'],
  [/password|encrypted/i, 'password_unknown'],
  [/unpack/i, 'not_unpacked'],
  [/duplicate/i, 'duplicate'],
  [/unwanted extension/i, 'unwanted_kind'],
  [/no space|disk full|disk is full|write error/i, 'disk_full'],
  [/url fetching failed/i, 'not_fetched'],
] as const;

/** Why a job failed: in plain words for known messages, and always with SABnzbd's own. */
export function failureReason(failMessage: string): CheckDetail {
  const reason = failMessage
    .slice(0, 1000)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?-? ?https?:\/\/sabnzbd\.org\/\S*/gi, '')
    .trim()
    .slice(0, 300);
  if (reason === '') return detail('no_reason');
  const [, key] = RULES.find(([pattern]) => pattern.test(reason)) ?? [];
  return detail(key ?? 'says', { reason });
}
