/** The kind of a page that is not the archive's own. */
export type ForeignPage = 'challenge' | 'parked';

const CHALLENGE =
  /<title>\s*(?:just a moment|ddos-guard|attention required|checking your browser|verifying you are human)|id="challenge-(?:error|form|running)|cf-please-wait|\/\.well-known\/ddos-guard\/js-challenge|cf_chl_opt/i;
const PARKED = /<title>[^<]*(?:is for sale|domain (?:name )?parked|parked domain|buy this domain)|>\s*buy this domain/i;

/** Recognizes pages in front of or instead of the archive; `undefined` for anything else. Pure. */
export function foreignPage(html: string): ForeignPage | undefined {
  if (CHALLENGE.test(html)) return 'challenge';
  return PARKED.test(html) ? 'parked' : undefined;
}
