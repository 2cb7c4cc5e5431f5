import { cutNarrated, readNarrated } from './brackets.js';
import { cutByline } from './byline.js';
import { isOtherRole } from './people.js';
import type { PreparedTitle } from './prepare.js';
import type { TagFacts } from './tag-facts.js';
import { cutTailTags, readTag } from './tags.js';

/** The text outside brackets. */
export interface RunningText {
  /** Split at separators, without tags and narrators, in the original order. */
  readonly segments: readonly string[];
  readonly narrators: readonly string[];
  /** Named by `by …`. */
  readonly byline?: string;
}

function splitSegments(text: string): string[] {
  const dashed = text.split(/\s+[-–—|~]+\s+|\s+-(?=\d)|(?<=\d)-\s+/u);
  return (dashed.length > 1 ? dashed : text.split(/\s+\/\s+/)).map((part) => part.trim());
}

interface Cut {
  readonly segments: string[];
  readonly narrators: string[];
}

/** Splits running text into segments and removes their tags. */
function readSegments(text: string, facts: TagFacts, scene: boolean): Cut {
  const narrators: string[] = [];
  const raw = splitSegments(text).filter((part) => part !== '');
  const segments: string[] = [];
  let tagsBehind = facts.formats.length > 0 && scene;
  for (const part of raw.reverse()) {
    if (isOtherRole(part) && !part.includes(':') && part.split(' ').length <= 6 && raw.length > 1) continue;
    const narrated = readNarrated(part, facts);
    if (narrated !== undefined) {
      narrators.unshift(...narrated);
      continue;
    }
    if (raw.length > 1 && readTag(part, facts, scene ? 'any' : 'strong') !== undefined) {
      tagsBehind = true;
      continue;
    }
    const cut = cutTailTags(part, facts, scene && (tagsBehind || segments.length === 0), false);
    const inline = cutNarrated(cut.rest, facts);
    narrators.unshift(...inline.narrators);
    const rest = inline.rest.replace(cut.tags > 0 ? /[\s:,]+(?:in|as|im|en|the)$/i : /$^/, '').trim();
    if (/[\p{L}\p{N}]/u.test(rest)) segments.unshift(rest);
  }
  return { segments, narrators };
}

const OTHER_ROLE = /[\s:,]+(?:newly |new )?(?:translated|edited|illustrated|introduced) by\s(?:(?!\s[-–—]\s|,).)+/giu;

/** Removes tags, narrators and the author from the text outside brackets. */
export function readRunningText(
  text: string,
  { scene, formats }: Pick<PreparedTitle, 'scene' | 'formats'>,
  facts: TagFacts,
  built: boolean,
): RunningText {
  const whole = cutTailTags(text, facts, scene, formats.length > 0 && scene);
  const running = whole.rest.replace(OTHER_ROLE, '').replace(whole.tags > 0 ? /[\s:,]+(?:in|as|im|the)$/i : /$^/, '');
  const narratedAtEnd = cutNarrated(running, facts);
  const byline = cutByline(narratedAtEnd.rest, { built, scene });
  const { segments, narrators } = readSegments(byline.rest, facts, scene);
  return { segments, narrators: [...narratedAtEnd.narrators, ...narrators], byline: byline.author };
}
