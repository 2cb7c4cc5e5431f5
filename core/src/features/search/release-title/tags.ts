import { textKey } from '../text-key.js';
import { formatOf } from './formats.js';
import { languageOf } from './languages.js';
import { createTagFacts, type TagFacts } from './tag-facts.js';

/** How certain a tag is: `strong` anywhere, `weak` only beside a strong one, in a bracket, or in a scene name. */
type Strength = 'strong' | 'weak';

interface Rule {
  readonly pattern: RegExp;
  readonly strength: Strength;
  apply?(facts: TagFacts, match: RegExpExecArray): void;
}

function flag(name: string): (facts: TagFacts) => void {
  return (facts) => void facts.flags.add(name);
}

function edition(language: string | undefined, abridgement?: 'unabridged' | 'abridged', audio = true): (facts: TagFacts) => void {
  return (facts) => {
    if (language !== undefined && !facts.languages.includes(language)) facts.languages.push(language);
    if (abridgement !== undefined) facts.abridgement = abridgement;
    if (audio) facts.audio = true;
  };
}

function dramatised(language?: string): (facts: TagFacts) => void {
  return (facts) => {
    facts.flags.add('dramatised');
    edition(language)(facts);
  };
}

const rule = (strength: Strength, pattern: string, apply?: Rule['apply']): Rule => ({
  strength,
  pattern: new RegExp(`^(?:${pattern})$`, 'iu'),
  apply,
});

const video: Rule['apply'] = (facts) => void (facts.other = true);
const collection: Rule['apply'] = (facts) => void (facts.isCollection = true);

const RULES: readonly Rule[] = [
  rule('strong', '[~@]?(\\d{2,3})[ -]?(?:k(?:bit)?(?:b?p?s|b|/s|bps|bits?)?|kbit/s|kb/s)(?: (?:cbr|vbr|stereo|mono))*', (facts, match) => {
    facts.bitrateKbps = Number(match[1]);
    facts.audio = true;
  }),
  rule('strong', '(?:lame ?)?(v[0-9])(?: ?vbr)?', (facts, match) => {
    const quality = match[1] ?? '';
    if (quality !== 'V0' && quality !== 'V2') return;
    facts.vbr = quality;
    facts.audio = true;
  }),
  rule('weak', 'vbr|cbr|stereo|mono|\\d{2}(?:[.,]\\d)? ?khz', (facts) => void (facts.audio = true)),
  rule('strong', 'unabridged(?: edition)?|uncut|unabr(?:idged)?\\.?|complete (?:and|&) unabridged', edition(undefined, 'unabridged')),
  rule('strong', 'abridged(?: edition)?|abr\\.', edition(undefined, 'abridged')),
  rule(
    'strong',
    '(?:un|voll?st)?(?:gek(?:ü|ue|u)rzte?s?)(?: (?:ausgabe|lesung|fassung|hörbuch|version|hoerbuch))?|vollständige lesung',
    (facts, match) => edition('de', /^(?:un|voll)/i.test(match[0]) ? 'unabridged' : 'abridged')(facts),
  ),
  rule('strong', '(?:autoren)?lesung|h(?:ö|oe|o)rb(?:ü|ue|u)ch(?:er)?', edition('de')),
  rule('strong', '(?:original)?h(?:ö|oe|o)rspiel', dramatised('de')),
  rule('strong', 'texte int(?:é|e)gral|(?:version )?int(?:é|e)grale?', edition('fr', 'unabridged', false)),
  rule('strong', 'livre[ -]audio|livre lu', edition('fr')),
  rule('strong', 'audiolibro(?: completo)?|voz humana|versi(?:ó|o)n (?:completa|(?:í|i)ntegra)', (facts, match) => {
    facts.audio = true;
    if (/complet|ntegra/i.test(match[0])) facts.abridgement = 'unabridged';
    facts.audiolibro = true;
  }),
  rule('strong', 'versione integrale', edition('it', 'unabridged')),
  rule('strong', 'audiolivro', edition('pt')),
  rule('strong', 'luisterboek', edition('nl')),
  rule('strong', 'ljudbok|svensk utg(?:å|a|aa)va', edition('sv', undefined, false)),
  rule('strong', 'lydbog', edition('da')),
  rule('strong', 'lydbok', edition('no')),
  rule('strong', '(?:ää|aa|a)nikirja', edition('fi')),
  rule('strong', 'аудиокнига', edition('ru')),
  rule('strong', 'audiok(?:ö|o)nyv|hangosk(?:ö|o)nyv', edition('hu')),
  rule('strong', 'audiokniha', edition('cs')),
  rule('strong', 'オーディオブック', edition('ja')),
  rule('strong', '有声书|有聲書', edition('zh')),
  rule(
    'strong',
    'audio ?-?books?|audio edition|audible(?: (?:audio(?: edition)?|exclusive|original|release))?|talking book|audio ?cds?|booklet|(?:as )?audio',
    (facts) => {
      facts.audio = true;
    },
  ),
  rule('strong', 'e-?books?|kindle(?: edition)?|calibre', (facts) => void (facts.ebook = true)),
  rule('strong', 'librivox(?: recording)?', (facts) => {
    facts.flags.add('librivox');
    facts.audio = true;
  }),
  rule(
    'strong',
    '(?:(?:a|an) )?(?:(?:bbc|radio(?: ?[1-4])?|audible originals?|nbc|abc|cbs) )*(?:full[ -]?cast|dramati[sz](?:ed|ation)|radio (?:drama|play|dramati[sz]ation)|audio drama|graphic ?audio)(?: (?:dramati[sz](?:ed|ation)|adaptation|audio(?:book)?|drama|edition|recording|production|version|cast))*',
    dramatised(),
  ),
  rule('strong', 'movie in your mind|bbc radio(?: ?[1-4](?: ?extra)?)?(?: (?:drama|play|collection))?', dramatised()),
  rule(
    'strong',
    '(?:a )?(?:study guide|summary|cliffs ?notes|sparknotes|spark notes|book ?caps|instaread|blinkist|conversation starters|reading guide|teacher s guide|litcharts)(?: (?:of|and|&) .*)?',
    flag('summary'),
  ),
  rule('strong', 'retail', flag('retail')),
  rule('strong', 'web[ -]?dl|web[ -]?rip', flag('web')),
  rule('weak', 'web', flag('web')),
  rule('strong', 'vip', flag('vip')),
  rule('weak', 'int(?:ernal)?', flag('internal')),
  rule('strong', 'freeleech|fl', flag('freeleech')),
  rule('strong', 'multi(?:[ -]?lang(?:uage)?)?|dual(?:[ -]?(?:audio|lang(?:uage)?))|bilingual|mehrsprachig', flag('multi')),
  rule('weak', 'dl', undefined),
  rule('strong', 'req(?:uest(?:ed)?)?|wanted|looking for|iso', flag('request')),
  rule(
    'strong',
    '(?:2160|1080|720|576|480)[pi]|4k|uhd|blu-?ray|bd ?rip|br ?rip|remux|dvd(?:rip|r|scr|\\d)?|hdtv|pdtv|x ?26[45]|h ?26[45]|hevc|xvid|divx|hdrip|s\\d{2}(?:e\\d{2})?|season \\d+',
    video,
  ),
  rule(
    'strong',
    'soundtrack|ost|musical(?: version)?|original (?:cast )?recording|discography|\\d?cd(?:s|rip)?|\\d ?lp|vinyl|single|ep',
    video,
  ),
  rule('strong', 'comics?|graphic novel|manga|tpb|digital comic', video),
  rule('weak', 'proper|repack|readnfo|nfo|scene|v\\d{1,2}|final|fixed|new|free|bonus(?: content)?|complete(?:d)?', undefined),
  rule(
    'strong',
    '(?:complete )?box(?:ed)?[ -]?set|boxed|omnibus(?: edition)?|bundle|(?:complete|full|entire) (?:series|trilogy|saga|cycle|collection|set|works|novels|box set)|\\d{1,2} in (?:1|one)',
    collection,
  ),
  rule('weak', '\\d{1,3} (?:audio)?(?:books?|novels?|vol(?:ume)?s?\\.?|titles)(?: collection| set)?', collection),
  rule(
    'weak',
    '(?:\\d{1,2}(?:st|nd|rd|th) |special |revised |expanded |anniversary |deluxe |collector s |illustrated |new |uk |us |german |english )*(?:edition|ed\\.?)|ausgabe|version',
    undefined,
  ),
  rule('strong', '\\d+(?:[.,]\\d+)? ?(?:gb|mb|gib|mib|kib)', undefined),
  rule(
    'strong',
    '\\d{1,3}[:.]\\d{2}[:.]\\d{2}|\\d{1,3} ?h(?:rs?)?|\\d{1,3} ?h(?:(?:ou)?rs?)?,? ?(?:and )?\\d{1,2} ?m(?:ins?|inutes?)?',
    (facts) => void (facts.audio = true),
  ),
  // written out, it is as likely a title: “61 Hours”
  rule('weak', '\\d{1,3} hours?', (facts) => void (facts.audio = true)),
  rule(
    'strong',
    '(?:cd|dis[ck])s? ?(\\d{1,3})(?: ?(?:[-–]|to) ?(\\d{1,3}))? ?(?:of|von|sur|de|/) ?(\\d{1,3})',
    (facts, [, part, last, of]) => {
      const count = Number(last ?? part) - Number(part) + 1;
      facts.fragment = { part: Number(part), of: count === Number(of) ? 1 : Number(of) };
    },
  ),
  rule('weak', '\\d{1,4} ?(?:pages|pp)', (facts) => void (facts.ebook = true)),
  rule('strong', '(\\dcds? )?rip', (facts, match) => void (facts.other ||= match[1] !== undefined)),
  rule('strong', 'chapter(?:i[sz]ed|s)|with chapters|(?:fully )?tagged|multi[ -]?part|single file', undefined),
  rule('strong', 'y[Ee]nc', undefined),
  rule('weak', '(?:1[4-9]|20)\\d{2}', (facts, match) => void (facts.year ??= Number(match[0]))),
  rule('strong', '(?:asin[ .:_-]*)?(b0[0-9a-z]{8})', (facts, match) => void (facts.asin ??= (match[1] ?? '').toUpperCase())),
  rule('strong', 'asin[ .:_-]*([0-9a-z]{10})', (facts, match) => void (facts.asin ??= (match[1] ?? '').toUpperCase())),
  rule(
    'strong',
    '(?:isbn(?:-?1[03])?[ .:_-]*)?(97[89](?:[- ]?\\d){10})',
    (facts, match) => void (facts.isbn ??= (match[1] ?? '').replace(/\D/g, '')),
  ),
  rule('strong', 'isbn(?:-?10)?[ .:_-]*(\\d{9}[\\dx])', (facts, match) => void (facts.isbn ??= match[1])),
];

function languageTag(text: string, key: string): { readonly code: string; readonly strength: Strength } | undefined {
  const code = languageOf(text, key);
  if (code === undefined) return undefined;
  return { code, strength: 'weak' };
}

/**
 * Reads a whole text as one tag and records its facts.
 * @returns how certain the tag is, or `undefined` if it is not one (nothing is recorded then)
 */
export function readTag(text: string, facts: TagFacts, accept: 'any' | 'strong' = 'any'): Strength | undefined {
  const trimmed = text.trim().replace(/^[.,;:|]+|[,;:|]+$/g, '');
  if (trimmed === '') return undefined;
  const format = formatOf(trimmed, accept === 'strong');
  if (format !== undefined) {
    if (!facts.formats.includes(format)) facts.formats.push(format);
    return 'strong';
  }
  for (const candidate of RULES) {
    if (accept === 'strong' && candidate.strength === 'weak') continue;
    const match = candidate.pattern.exec(trimmed);
    if (match === null) continue;
    candidate.apply?.(facts, match);
    return candidate.strength;
  }
  const language = languageTag(trimmed, textKey(trimmed));
  if (language !== undefined && accept === 'any') {
    if (!facts.languages.includes(language.code)) facts.languages.push(language.code);
    return language.strength;
  }
  return undefined;
}

const LONGEST = 6;

/** Removes tags from a run of words, longest first; other words stay in order. */
export function readTagRun(text: string, facts: TagFacts): { readonly rest: string; readonly tags: number } {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const rest: string[] = [];
  let tags = 0;
  for (let at = 0; at < words.length;) {
    let taken = 0;
    for (let length = Math.min(LONGEST, words.length - at); length > 0; length -= 1) {
      if (readTag(words.slice(at, at + length).join(' '), facts) !== undefined) {
        taken = length;
        break;
      }
    }
    if (taken > 0) tags += 1;
    else {
      const word = words[at] ?? '';
      if (/[\p{L}\p{N}]/u.test(word)) rest.push(word);
      taken = 1;
    }
    at += taken;
  }
  return { rest: rest.join(' '), tags };
}

/** Bitrates that stand without a unit among other tags. */
const BARE_BITRATE = /^(?:24|32|40|48|56|64|80|96|112|128|160|192|224|256|320)$/;

/** `… Unabridged 2014 64`: a year and a bitrate behind a tag are tags. */
function endsInBareNumbers(text: string): boolean {
  const words = text.split(/\s+/).slice(-3);
  let numbers = 0;
  while (numbers < 2 && /^(?:(?:19|20)\d{2})$|^\d{2,3}$/.test(words.at(-1) ?? '')) {
    const word = words.pop() ?? '';
    if (word.length < 4 && !BARE_BITRATE.test(word)) return false;
    numbers += 1;
  }
  const before = words.at(-1);
  return numbers > 0 && before !== undefined && !isPlainWord(before) && readTag(before, createTagFacts(), 'strong') !== undefined;
}

/** Whether the words end at a separator, so that what follows is a whole text between dashes. */
function isWholeSegment(words: readonly string[]): boolean {
  return words.length === 0 || /^[-–—|:]$/u.test(words.at(-1) ?? '');
}

/**
 * Cuts tags off the end of a text.
 * @param scene in dotted and underscored names, ordinary words such as a language or a year always count
 */
export function cutTailTags(text: string, facts: TagFacts, scene: boolean, sure = false): { readonly rest: string; readonly tags: number } {
  let rest = text.trim();
  let tags = 0;
  let certain = sure || endsInBareNumbers(rest);
  for (;;) {
    const glued = /^(.*\S)[-/+]([^\s/+-]+)$/u.exec(rest);
    if (glued !== null && readTag(glued[2] ?? '', facts, scene || certain ? 'any' : 'strong') !== undefined) {
      rest = (glued[1] ?? '').trim();
      tags += 1;
      certain = true;
      continue;
    }
    const words = rest.split(/\s+/);
    let cut = 0;
    for (let length = Math.min(LONGEST, words.length); length > 0; length -= 1) {
      const tail = words.slice(-length).join(' ');
      if (!certain && !scene && length === 1 && isPlainWord(tail)) continue;
      if (certain && length === 1 && BARE_BITRATE.test(tail)) {
        facts.bitrateKbps ??= Number(tail);
        cut = length;
        break;
      }
      if (isWholeSegment(words.slice(0, -length)) && /^\d{1,3} hours?$/i.test(tail)) continue;
      const strength = readTag(tail, facts, certain || scene ? 'any' : 'strong');
      if (strength === undefined) continue;
      cut = length;
      if (strength === 'strong') certain = true;
      break;
    }
    if (cut === 0) return { rest: rest.replace(/[\s,;:|+/–—-]+$/u, ''), tags };
    tags += 1;
    rest = words
      .slice(0, -cut)
      .join(' ')
      .replace(/[\s,;:|+/–—-]+$/u, '');
    if (rest === '') return { rest, tags };
  }
}

/** Words of the tag list that books are called by; at the end of plain text they stay. */
function isPlainWord(word: string): boolean {
  return (
    /^(?:request|wanted|audio|bundle|single|musical|ep|fl|iso|comics?|manga|uncut|vinyl|summary|final|soundtrack|season|kindle|retail|rip)$/i.test(
      word,
    ) && word !== word.toUpperCase()
  );
}
