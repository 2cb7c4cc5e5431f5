import { AUDIO_FORMATS, COMIC_FORMATS, EBOOK_FORMATS } from './formats.js';
import type { ReleaseMedium } from './parsed-release.js';
import type { TagFacts } from './tag-facts.js';

/** The kind of a release by its tags, its formats and whether somebody reads it; `undefined` if nothing tells. */
export function mediumOf(facts: TagFacts, formats: readonly string[], narrated: boolean, sceneMusic: boolean): ReleaseMedium | undefined {
  if (facts.other || formats.some((format) => COMIC_FORMATS.has(format))) return 'other';
  if (formats.some((format) => AUDIO_FORMATS.has(format)) || facts.audio) return 'audiobook';
  if (sceneMusic) return 'other';
  if (formats.some((format) => EBOOK_FORMATS.has(format)) || facts.ebook) return 'ebook';
  if (facts.abridgement !== undefined || narrated) return 'audiobook';
  return undefined;
}
