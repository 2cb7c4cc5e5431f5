import type { EvaluationBook } from './evaluation-books.js';

const ROLE = /\s[-–—]\s(?:translator|foreword|introduction|afterword|preface|editor)$|\s\((?:introduction|foreword|Saki)\)$/i;

/** The people who wrote it, without translators. */
export function writersOf({ authors }: EvaluationBook): readonly string[] {
  const writers = authors.filter((name) => !ROLE.test(name) || name.endsWith('(Saki)'));
  return writers.map((name) => name.replace(ROLE, ''));
}

/** The readers who have a name. */
export function readersOf({ narrators }: EvaluationBook): readonly string[] {
  return narrators.filter((name) => !ROLE.test(name) && !/cast$/i.test(name));
}

/** `Jo Nesbø` → `Nesbø, Jo`; a single name, and one of a script without blanks, stay. */
export function turned(name: string): string {
  const words = name.split(' ');
  const particle = words.findIndex((word, at) => at > 0 && /^(?:von|van|de|du|le|di)$/i.test(word));
  const at = particle > 0 ? particle : words.length - 1;
  return words.length === 1 ? name : `${words.slice(at).join(' ')}, ${words.slice(0, at).join(' ')}`;
}

/** A text with dots for blanks, as in names of the scene. */
export function dotted(text: string): string {
  return text
    .replace(/['’"“”,:;!?()[\]]/g, '')
    .replace(/&/g, 'and')
    .replace(/\s[-–—+/]\s/g, ' ')
    .replace(/[\s/]+/g, '.')
    .replace(/\.{2,}/g, '.')
    .replace(/\.$/, '');
}

export function underscored(text: string): string {
  return dotted(text).replace(/\./g, '_').replace(/_{2,}/g, '_').replace(/_$/, '');
}

/** `The Name of the Wind` → `TheNameOfTheWind`. */
export function joined(text: string): string {
  return dotted(text)
    .split(/[.-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

interface Words {
  readonly code: string;
  readonly unabridged: string;
  readonly audiobook: string;
  readonly readBy: string;
  readonly by: string;
}

const ENGLISH: Words = { code: 'ENG', unabridged: 'Unabridged', audiobook: 'Audiobook', readBy: 'read by', by: 'by' };

const LOCAL: Readonly<Record<string, Words>> = {
  en: ENGLISH,
  de: { code: 'GER', unabridged: 'Ungekürzte Lesung', audiobook: 'Hörbuch', readBy: 'gelesen von', by: 'von' },
  fr: { code: 'FRE', unabridged: 'Texte intégral', audiobook: 'Livre audio', readBy: 'lu par', by: 'par' },
  es: { code: 'SPA', unabridged: 'Versión completa', audiobook: 'Audiolibro', readBy: 'narrado por', by: 'de' },
  it: { code: 'ITA', unabridged: 'Versione integrale', audiobook: 'Audiolibro', readBy: 'letto da', by: 'di' },
  nl: { code: 'DUT', unabridged: 'Onverkort', audiobook: 'Luisterboek', readBy: 'voorgelezen door', by: 'door' },
  sv: { code: 'SWE', unabridged: 'Oavkortad', audiobook: 'Ljudbok', readBy: 'uppläst av', by: 'av' },
  no: { code: 'NOR', unabridged: 'Uforkortet', audiobook: 'Lydbok', readBy: 'lest av', by: 'av' },
  da: { code: 'DAN', unabridged: 'Uforkortet', audiobook: 'Lydbog', readBy: 'læst af', by: 'af' },
  pl: { code: 'POL', unabridged: 'Całość', audiobook: 'Audiobook PL', readBy: 'czyta', by: '-' },
  ru: { code: 'RUS', unabridged: 'Полная версия', audiobook: 'Аудиокнига', readBy: 'читает', by: '-' },
  ja: { code: 'JPN', unabridged: '完全版', audiobook: 'オーディオブック', readBy: '朗読', by: '/' },
};

/** The words of the trade in the language of a book. */
export function localWords({ language }: EvaluationBook): Words {
  return LOCAL[language ?? 'en'] ?? ENGLISH;
}
