type Rule = readonly [pattern: RegExp, text: string];

/** SABnzbd's messages, explained for people who do not know Usenet. */
const RULES: readonly Rule[] = [
  [
    /aborted, cannot be completed|not on your server|articles? (were|are) missing/i,
    'Too many articles of this post are missing on the news servers',
  ],
  [/repair failed, not enough repair blocks/i, 'The post is damaged and holds too little repair data'],
  [/repair failed|par2|verif/i, 'The post is damaged and could not be repaired'],
  [/password|encrypted/i, 'The archive needs a password that is not known'],
  [/unpack/i, 'The archive could not be unpacked; it may be damaged or need another password'],
  [/duplicate/i, 'SABnzbd takes it for a duplicate'],
  [/unwanted extension/i, 'It holds files of a kind that is unwanted in SABnzbd'],
  [/no space|disk full|disk is full|write error/i, 'The disk of SABnzbd is full'],
  [/url fetching failed/i, 'SABnzbd could not fetch the NZB'],
];

/** Why a job failed: in plain words for known messages, and always with SABnzbd's own. */
export function failureReason(failMessage: string): string {
  const own = failMessage
    .slice(0, 1000)
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .replace(/ ?-? ?https?:\/\/sabnzbd\.org\/\S*/gi, '')
    .trim()
    .slice(0, 300);
  if (own === '') return 'SABnzbd gives no reason; its log may name one.';
  const rule = RULES.find(([pattern]) => pattern.test(own));
  return rule ? `${rule[1]} (“${own}”).` : `SABnzbd says “${own}”.`;
}
