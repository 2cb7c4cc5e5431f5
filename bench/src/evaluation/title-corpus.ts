import { textKey, type ParsedRelease } from '@lectern/core/testing';
import { readFileSync } from 'node:fs';

/** The labels of a title. */
export interface TitleLabels {
  readonly authors: readonly string[];
  readonly book_title: string | null;
  readonly book_title_alternatives: readonly string[];
  readonly narrators: readonly string[];
  readonly formats: readonly string[];
  readonly bitrate_kbps: number | null;
  readonly vbr: string | null;
  readonly year: number | null;
  readonly languages: readonly string[];
  readonly series: string | null;
  readonly part: string | null;
  readonly other_series: readonly { readonly series: string; readonly part?: string | null }[];
  readonly abridgement: string | null;
  readonly is_collection: boolean;
  readonly asin: string | null;
  readonly isbn: string | null;
  readonly release_group: string | null;
  readonly flags: readonly string[];
}

export interface LabeledTitle {
  readonly id: string;
  readonly title: string;
  readonly medium: string | null;
  readonly expected: TitleLabels;
}

/** Counts of one field over a corpus. */
export interface FieldCount {
  right: number;
  stated: number;
  predicted: number;
}

export interface TitleScores {
  readonly fields: ReadonlyMap<string, FieldCount>;
  /** Titles with correct author, title, part and medium. */
  readonly allRight: number;
  readonly total: number;
  readonly misses: readonly { readonly entry: LabeledTitle; readonly parsed: ParsedRelease; readonly fields: readonly string[] }[];
}

/** @param path a `titles.json` of the labeled corpus */
export function loadTitleCorpus(path: string | URL): readonly LabeledTitle[] {
  return (JSON.parse(readFileSync(path, 'utf8')) as { titles: readonly LabeledTitle[] }).titles;
}

function textForm(value: string): string {
  return textKey(value).replace(/^(?:the|a|an) (?=.)/, '');
}

function nameForm(value: string): string {
  return textKey(value)
    .replace(/(?<!\p{L})(\p{L}) (?=\p{L}(?!\p{L}))/gu, '$1')
    .trim();
}

interface Compared {
  readonly field: string;
  readonly expected: readonly string[];
  readonly predicted: readonly string[];
  /** Correct answers other than `expected`. */
  readonly also?: readonly string[];
}

function list(value: string | number | null | undefined): string[] {
  return value === null || value === undefined || value === '' ? [] : [String(value)];
}

function compare({ title, medium, expected }: LabeledTitle, parsed: ParsedRelease): readonly Compared[] {
  void title;
  return [
    { field: 'authors', expected: expected.authors.map(nameForm), predicted: parsed.authors.map(nameForm) },
    {
      field: 'title',
      expected: list(expected.book_title).map(textForm),
      predicted: list(parsed.title).map(textForm),
      also: expected.book_title_alternatives.map(textForm),
    },
    { field: 'narrators', expected: expected.narrators.map(nameForm), predicted: parsed.narrators.map(nameForm) },
    { field: 'formats', expected: expected.formats, predicted: parsed.formats },
    { field: 'bitrate', expected: list(expected.bitrate_kbps), predicted: list(parsed.bitrateKbps) },
    { field: 'vbr', expected: list(expected.vbr), predicted: list(parsed.vbr) },
    { field: 'year', expected: list(expected.year), predicted: list(parsed.year) },
    { field: 'languages', expected: expected.languages, predicted: parsed.languages },
    { field: 'series', expected: list(expected.series).map(textForm), predicted: list(parsed.series).map(textForm) },
    { field: 'part', expected: list(expected.part), predicted: list(parsed.part) },
    {
      field: 'other series',
      expected: expected.other_series.map(({ series, part }) => `${textForm(series)}#${part ?? ''}`),
      predicted: parsed.otherSeries.map(({ series, part }) => `${textForm(series)}#${part ?? ''}`),
    },
    { field: 'abridgement', expected: list(expected.abridgement), predicted: list(parsed.abridgement) },
    { field: 'collection', expected: expected.is_collection ? ['yes'] : [], predicted: parsed.isCollection ? ['yes'] : [] },
    { field: 'asin', expected: list(expected.asin), predicted: list(parsed.asin) },
    { field: 'isbn', expected: list(expected.isbn), predicted: list(parsed.isbn) },
    { field: 'group', expected: list(expected.release_group), predicted: list(parsed.releaseGroup) },
    { field: 'flags', expected: expected.flags, predicted: parsed.flags },
    { field: 'medium', expected: list(medium), predicted: list(parsed.medium) },
  ];
}

function hits({ expected, predicted, also = [] }: Compared): number {
  if (expected.length === 1 && predicted.length === 1 && also.includes(predicted[0] ?? '')) return 1;
  return predicted.filter((value) => expected.includes(value)).length;
}

/** Runs a parser on the corpus and counts correct, stated and predicted values of each field. */
export function scoreTitles(corpus: readonly LabeledTitle[], parse: (title: string) => ParsedRelease): TitleScores {
  const fields = new Map<string, FieldCount>();
  const misses: { entry: LabeledTitle; parsed: ParsedRelease; fields: string[] }[] = [];
  let allRight = 0;
  for (const entry of corpus) {
    const parsed = parse(entry.title);
    const wrong: string[] = [];
    for (const compared of compare(entry, parsed)) {
      const count = fields.get(compared.field) ?? { right: 0, stated: 0, predicted: 0 };
      const right = hits(compared);
      count.right += right;
      count.stated += compared.expected.length;
      count.predicted += compared.predicted.length;
      fields.set(compared.field, count);
      if (right < compared.expected.length || right < compared.predicted.length) wrong.push(compared.field);
    }
    if (!wrong.some((field) => ['authors', 'title', 'part', 'medium'].includes(field))) allRight += 1;
    if (wrong.length > 0) misses.push({ entry, parsed, fields: wrong });
  }
  return { fields, allRight, total: corpus.length, misses };
}
