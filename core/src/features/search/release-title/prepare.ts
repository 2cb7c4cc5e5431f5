import { cutExtension } from './formats.js';
import { createTagFacts } from './tag-facts.js';
import { readTag } from './tags.js';
import { personScore } from './people.js';
import { hideSlashesOfWords, showSlashesOfWords } from './word-with-slash.js';

/** A title without wrapping and with uniform separators. */
export interface PreparedTitle {
  readonly text: string;
  /** Whether dots or underscores replace blanks. */
  readonly scene: boolean;
  readonly formats: readonly string[];
  /** Folders in front of the name, outermost first. */
  readonly folders: readonly string[];
  readonly group?: string;
  readonly internal: boolean;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', quot: '"', apos: "'", lt: '<', gt: '>', nbsp: ' ' };

/** Removes entities, invisible signs and the wrapping of usenet subjects: `[1/9] - "Author - Title.nzb" yEnc`. */
export function unwrapSubject(raw: string): string {
  let text = raw.normalize('NFC').replace(/&(amp|quot|apos|#0?39|lt|gt|nbsp);/g, (_, name: string) => ENTITIES[name] ?? "'");
  text = text.replace(/[\u200b-\u200f\ufeff]/g, '').trim();
  const usenet = /\byenc\b/i.test(text) || /[[(]\d+\/\d+[\])]/.test(text);
  const quoted = /"([^"]{3,})"/.exec(text);
  const described = [...text.matchAll(/\[([^[\]]+)\]/g)]
    .map(([, inside = '']) => inside.trim())
    .find((inside) => /\S\s+-\s+\S/.test(inside));
  if (usenet && quoted !== null) text = described !== undefined && !/\s-\s/.test(quoted[1] ?? '') ? described : (quoted[1] ?? '');
  text = text
    .replace(/\byenc\b.*$/i, '')
    .replace(/[[(]\d+\/\d+[\])]/g, ' ')
    .replace(/\.(?:vol\d+\+\d+\.par2|part\d+(?=\.rar)|7z\.\d+)/gi, '');
  return text
    .replace(/^!\S+\s+/, '')
    .replace(/^(?:re|fwd?|req)\s*:\s*/i, '')
    .trim();
}

/** Hashes and other random names state nothing. */
function isObfuscated(text: string): boolean {
  const bare = text.replace(/\.\w{2,4}$/, '');
  if (/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i.test(bare)) return true;
  return /^[0-9a-z]{16,}$/i.test(bare) && /\d/.test(bare) && /[a-z]/i.test(bare) && (bare.match(/\d/g)?.length ?? 0) >= 4;
}

function undot(text: string): { readonly text: string; readonly scene: boolean } {
  const blanks = text.match(/\s/g)?.length ?? 0;
  const dots = text.match(/[\p{L}\p{N})\]-]\.(?=[\p{L}\p{N}([-])/gu)?.length ?? 0;
  const underscores = text.match(/_/g)?.length ?? 0;
  const dotted = blanks === 0 && dots >= 1 && underscores < dots;
  let out = text.replace(/_/g, ' ');
  if (dotted)
    out = out
      .replace(/(?<!\d)(\d{1,2})\.(\d)(?!\d|\.?\p{L})/gu, '$1\ue000$2')
      .replace(/\./g, ' ')
      .replace(/\ue000/g, '.');
  return { text: out, scene: dotted || (blanks === 0 && underscores > 0) };
}

function cutGroup(text: string, scene: boolean): { readonly text: string; readonly group?: string; readonly internal: boolean } {
  const match = /^(.*\S)-([A-Za-z0-9]{2,20}?)((?:_| )i?NT|_int)?$/.exec(text);
  if (match === null) return { text, internal: false };
  const head = match[1] ?? '';
  const name = match[2] ?? '';
  const probe = createTagFacts();
  if (readTag(name, probe) !== undefined) return { text, internal: false };
  const last =
    head
      .split(/[\s._-]+/)
      .at(-1)
      ?.replace(/[()[\]]/g, '') ?? '';
  const isTag = readTag(last, probe, scene ? 'any' : 'strong') !== undefined || (/^(?:19|20)\d{2}$/.test(last) && scene);
  if (!isTag) return { text, internal: false };
  return { text: head, group: `${name}${match[3] === undefined ? '' : match[3].replace(' ', '_')}`, internal: match[3] !== undefined };
}

function splitFolders(text: string): { readonly name: string; readonly folders: readonly string[] } {
  const normal = hideSlashesOfWords(/\s\/\s/.test(text) ? text : text.replace(/\\/g, '/'));
  const parts: string[] = [];
  let depth = 0;
  let current = '';
  for (const [index, sign] of [...normal].entries()) {
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign)) depth = Math.max(0, depth - 1);
    const tight = sign === '/' && depth === 0 && normal[index - 1] !== ' ' && normal[index + 1] !== ' ';
    if (tight) {
      parts.push(current);
      current = '';
    } else current += sign;
  }
  parts.push(current);
  const [name = '', ...above] = parts.map(showSlashesOfWords).reverse();
  const folders = above.reverse().filter((part) => part.trim() !== '');
  const looksLikeTags = folders.length > 0 && readTag(name.split(/[\s-]/)[0] ?? '', createTagFacts(), 'strong') !== undefined;
  const track = /^(?:\d+\s*[-.]?\s*)?(?:chapter|track|part|disc|disk|cd|kapitel|chapitre)\s*\d*$/i.test(cutExtension(name).text);
  if (track && folders.length > 0) return { name: folders.at(-1) ?? '', folders: folders.slice(0, -1) };
  return folders.length === 0 || looksLikeTags ? { name: text, folders: [] } : { name, folders };
}

/** `TheNameOfTheWind` → `The Name Of The Wind`; initials are split, too. */
function splitCamel(word: string): string {
  return word
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2');
}

function isCamel(word: string): boolean {
  return (
    /^\p{Lu}[\p{L}\p{Lu}']*\p{Ll}\p{Lu}[\p{L}']*$/u.test(word) &&
    !/^(?:Mc|Mac|De|La|Le|Di|Van|Vander|O)\p{Lu}\p{Ll}+$/u.test(word) &&
    !/^\p{Lu}\p{Ll}\p{Lu}$/u.test(word)
  );
}

/** Splits `Author-Title` if there is no spaced dash, and splits camel case. */
function openTight(text: string, scene: boolean): string {
  if (/\s[-–—|~/]+\s|\s-|-\s(?!\w+-)/u.test(text)) return text;
  const words = text.split(' ');
  if (!text.includes('-')) {
    if (words.length <= 3 && words.length > 1 && words.every(isCamel)) return words.map(splitCamel).join(' - ');
    if (words.length === 1 && isCamel(text)) return splitCamel(text);
    return text;
  }
  const parts = text.split(/-(?=[\p{L}\p{N}#([])/u);
  const camel = (part: string): string =>
    part
      .split(' ')
      .map((word) => (isCamel(word) && (!part.includes(' ') || /^\p{Lu}\p{Ll}{3,}\p{Lu}\p{Ll}{3,}$/u.test(word)) ? splitCamel(word) : word))
      .join(' ');
  const glued = parts.length === 2 && /^\p{Lu}{2,4}\p{Ll}{2,}$/u.test(parts[0] ?? '') && isCamel(parts[1] ?? '');
  const open = parts.map((part, index) => (glued && index === 0 ? part.replace(/^(\p{Lu}+)(\p{Lu}\p{Ll}+)$/u, '$1 $2') : camel(part)));
  if (parts.some((part) => /^#\s*\d/.test(part))) return open.join(' - ');
  if (/^\d{1,3}(?:\.\d)?$/.test(parts[0] ?? '') && parts.length === 2 && /^\p{Lu}/u.test(parts[1] ?? '')) return open.join(' - ');
  if (parts.length === 2) {
    const [left = '', right = ''] = open;
    const tag = glued || readTag((parts[1] ?? '').split(/[\s]/)[0] ?? '', createTagFacts(), 'strong') !== undefined;
    if (
      personScore(left) >= 0.5 ||
      personScore(right) >= 0.7 ||
      tag ||
      (left.includes(' ') && left !== parts[0]) ||
      (scene && left.includes(' '))
    ) {
      return open.join(' - ');
    }
    if (/^\p{Lu}\.(?:\p{Lu}\.)+\s/u.test(left)) return open.join(' - ');
    return text;
  }
  if (scene) {
    const facts = createTagFacts();
    const tagged = parts.filter((part) => readTag(part, facts) !== undefined).length;
    if (tagged > 0 || personScore(open[0] ?? '') >= 0.5) return open.join(' - ');
  }
  for (let at = parts.length - 1; at > 0; at -= 1) {
    const left = parts.slice(0, at).join('-');
    if (/^\d+$/.test(parts.slice(at).join('-'))) continue;
    if (personScore(left) >= 0.5) return `${camel(left)} - ${parts.slice(at).map(camel).join('-')}`;
  }
  return text;
}

/** Removes the wrapping of a release title: usenet subjects, extensions, folders, dots, groups, camel case. */
export function prepareTitle(raw: string): PreparedTitle {
  const unwrapped = unwrapSubject(raw);
  if (isObfuscated(unwrapped)) return { text: '', scene: false, formats: [], folders: [], internal: false };
  const extension = cutExtension(unwrapped);
  const folders = splitFolders(extension.text);
  const cut = cutExtension(folders.name);
  const looksScene = !/\s/.test(cut.text) && /[._]/.test(cut.text);
  const group = cutGroup(cut.text, looksScene);
  const undotted = undot(group.text);
  const spaced = undotted.text
    .replace(/\bWEB-(DL|Rip)\b/gi, 'WEB$1')
    .replace(/\s+/g, ' ')
    .trim();
  return {
    text: openTight(spaced, undotted.scene),
    scene: undotted.scene,
    formats: [...extension.formats, ...cut.formats],
    folders: folders.folders.map((folder) => undot(folder).text),
    group: group.group,
    internal: group.internal,
  };
}
