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

/** A sentence of a remark is cut down as that of an error is. */
function plainRemark(remark: Remark): Remark {
  if (typeof remark === 'string') return plainLabel(remark);
  const sentence = readSentence(remark) ?? { key: remark.key };
  return withTexts({ ...sentence, text: remark.text }, (text) => plainLabel(text));
}

interface Erring {
  readonly error?: Remark;
}

function withPlainError<E extends Erring>(answer: E): E {
  return answer.error === undefined ? answer : { ...answer, error: plainRemark(answer.error) };
}

function plainSource<S extends Erring & { readonly name: string }>(source: S): S {
  return { ...withPlainError(source), name: plainLabel(source.name) };
}

const plainTitle = (title: string): string => plainLabel(title, LONGEST_TITLE);

/** Texts in answers that pages show within our own sentences, and not only to the admin who installed the plugin. */
const CLEANERS: { readonly [Shape in AnswerShapeName]?: (answer: never) => unknown } = {
  buttonText: (text: string) => plainLabel(text),
  check: ({ version, details, ...result }: CheckResult) => ({
    ...result,
    ...(version === undefined ? {} : { version: plainLabel(version) }),
    ...(details === undefined ? {} : { details: details.map(plainRemark) }),
  }),
  choices: (choices: readonly Choice[]) => choices.map(({ value, title }) => ({ value, title: plainLabel(title) })),
  searchOutcome: ({ releases, sources }: SearchOutcome) => ({
    releases: releases.map((release) => ({
      ...release,
      title: plainTitle(release.title),
      indexer: { ...release.indexer, name: plainLabel(release.indexer.name) },
    })),
    sources: sources.map(plainSource),
  }),
  statuses: (statuses: readonly DownloadStatus[]) => statuses.map(withPlainError),
  ebookFetch: (fetched: EbookWait | { readonly kind: 'http' }) =>
    fetched.kind === 'wait' ? { ...fetched, message: plainRemark(fetched.message) } : fetched,
  ebookOutcome: ({ candidates, sources }: EbookOutcome) => ({
    candidates: candidates.map((candidate) => ({ ...candidate, title: plainTitle(candidate.title) })),
    sources: sources.map(plainSource),
  }),
};

/** Cleans the labels of an answer, so that they cannot break lines or turn the direction of writing. */
export function withPlainTexts(shape: AnswerShapeName, answer: unknown): unknown {
  const clean = CLEANERS[shape] as ((answer: unknown) => unknown) | undefined;
  return clean === undefined ? answer : clean(answer);
}
