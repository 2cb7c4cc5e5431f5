import type { Protocol, Release } from '@lectern/plugin-api';
import type { Settings } from '../settings/settings.js';

const MINUTE_MS = 60_000;

/** Minutes for which a release is left alone after it was published, by protocol. */
export type GrabDelays = Readonly<Record<Protocol, number>>;

/** Files by HTTP come from ebook sources, where nothing better appears within hours. */
export function delaysFrom({ releases }: Pick<Settings, 'releases'>): GrabDelays {
  return { torrent: releases.torrentDelayMinutes, usenet: releases.usenetDelayMinutes, http: 0 };
}

/**
 * The time until which an automatic search leaves a release alone; `undefined` if it may be taken now. The age of a release without a date is
 * not known, so it does not wait; one with a date to come counts as published now.
 *
 * @param announced the time that was announced when the request began to wait; it is never put off
 */
export function delayedUntil(
  release: Pick<Release, 'protocol' | 'publishedAt'>,
  delays: GrabDelays,
  { now, announced, timeScale }: { readonly now: Date; readonly announced?: Date; readonly timeScale: number },
): Date | undefined {
  const published = Date.parse(release.publishedAt ?? '');
  const delay = delays[release.protocol] * MINUTE_MS * timeScale;
  if (delay <= 0 || Number.isNaN(published)) return undefined;
  const own = Math.min(published, now.getTime()) + delay;
  const until = new Date(Math.min(own, announced?.getTime() ?? Infinity));
  return until > now ? until : undefined;
}
