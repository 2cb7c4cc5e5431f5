import type {
  AnswerShapeName,
  CheckResult,
  Choice,
  DownloadStatus,
  EbookOutcome,
  EbookWait,
  Remark,
  SearchOutcome,
} from '@lectern/plugin-api';
import { plainLabel } from '../../platform/text/plain-label.js';
import { withTexts } from '../../platform/words/index.js';
import { readSentence } from './thrown.js';

/** More characters than a title has on any tracker or file system. Releases with longer titles are dropped. */
const LONGEST_TITLE = 2_000;

/** Takes known secrets out of a text. */
export type Redact = (text: string) => string;

/** A sentence of a remark is cut down as that of an error is. */
function plainRemark(remark: Remark, redact: Redact): Remark {
  if (typeof remark === 'string') return plainLabel(redact(remark));
  const sentence = readSentence(remark) ?? { key: remark.key };
  return withTexts({ ...sentence, text: remark.text }, (text) => plainLabel(redact(text)));
}

interface Erring {
  readonly error?: Remark;
}

function withPlainError<E extends Erring>(answer: E, redact: Redact): E {
  return answer.error === undefined ? answer : { ...answer, error: plainRemark(answer.error, redact) };
}

function plainSource<S extends Erring & { readonly name: string }>(source: S, redact: Redact): S {
  return { ...withPlainError(source, redact), name: plainLabel(source.name) };
}

const plainTitle = (title: string): string => plainLabel(title, LONGEST_TITLE);

/** Texts in answers that pages show within our own sentences, and not only to the admin who installed the plugin. */
const CLEANERS: { readonly [Shape in AnswerShapeName]?: (answer: never, redact: Redact) => unknown } = {
  buttonText: (text: string) => plainLabel(text),
  check: ({ version, details, ...result }: CheckResult, redact) => ({
    ...result,
    ...(version === undefined ? {} : { version: plainLabel(redact(version)) }),
    ...(details === undefined ? {} : { details: details.map((detail) => plainRemark(detail, redact)) }),
  }),
  choices: (choices: readonly Choice[], redact) => choices.map(({ value, title }) => ({ value, title: plainLabel(redact(title)) })),
  searchOutcome: ({ releases, sources }: SearchOutcome, redact) => ({
    releases: releases.map((release) => ({
      ...release,
      title: plainTitle(release.title),
      indexer: { ...release.indexer, name: plainLabel(release.indexer.name) },
    })),
    sources: sources.map((source) => plainSource(source, redact)),
  }),
  statuses: (statuses: readonly DownloadStatus[], redact) => statuses.map((status) => withPlainError(status, redact)),
  ebookFetch: (fetched: EbookWait | { readonly kind: 'http' }, redact) =>
    fetched.kind === 'wait' ? { ...fetched, message: plainRemark(fetched.message, redact) } : fetched,
  ebookOutcome: ({ candidates, sources }: EbookOutcome, redact) => ({
    candidates: candidates.map((candidate) => ({ ...candidate, title: plainTitle(candidate.title) })),
    sources: sources.map((source) => plainSource(source, redact)),
  }),
};

/** Cleans the labels of an answer, so that they cannot break lines or turn the direction of writing, and takes secrets out of remarks. */
export function withPlainTexts(shape: AnswerShapeName, answer: unknown, redact: Redact = (text) => text): unknown {
  const clean = CLEANERS[shape] as ((answer: unknown, redact: Redact) => unknown) | undefined;
  return clean === undefined ? answer : clean(answer, redact);
}
