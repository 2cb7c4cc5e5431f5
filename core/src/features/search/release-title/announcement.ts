import type { TagFacts } from './tag-facts.js';

const ASKED = /^\s*[[(]?\s*(?:req(?:uest(?:ed|ing)?)?|wanted|looking for|iso)\s*(?:[\])]|:|\s-)\s*/i;
const ABOUT =
  /^\s*(?:summary|study guide|analysis|reading guide|conversation starters)(?: (?:and|&) (?:analysis|review))?(?: (?:of|to|for|on)|:)\s+/i;

/** Removes announcements in front of the title: that somebody is looking for it, or that it is about a book. */
export function cutAnnouncement(raw: string, facts: TagFacts): string {
  const asked = ASKED.exec(raw);
  if (asked !== null) facts.flags.add('request');
  const about = ABOUT.exec(raw);
  if (about !== null) facts.flags.add('summary');
  return raw.slice((asked ?? about)?.[0].length ?? 0);
}
