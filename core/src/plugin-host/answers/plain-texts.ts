import type { AnswerShapeName, CheckResult, Choice, SearchOutcome } from '@lectern/plugin-api';
import { plainLabel } from '../../platform/text/plain-label.js';

/** More characters than a title has on any tracker or file system. Releases with longer titles are dropped. */
const LONGEST_TITLE = 2_000;

interface Named {
  readonly name: string;
  readonly error?: string;
}

function plainSource<S extends Named>(source: S): S {
  const { name, error } = source;
  return { ...source, name: plainLabel(name), ...(error === undefined ? {} : { error: plainLabel(error) }) };
}

const plainTitle = (title: string): string => plainLabel(title, LONGEST_TITLE);

/** Texts in answers that pages show within our own sentences, and not only to the admin who installed the plugin. */
const CLEANERS: { readonly [Shape in AnswerShapeName]?: (answer: never) => unknown } = {
  buttonText: (text: string) => plainLabel(text),
  check: ({ version, details, ...result }: CheckResult) => ({
    ...result,
    ...(version === undefined ? {} : { version: plainLabel(version) }),
    ...(details === undefined ? {} : { details: details.map((detail) => plainLabel(detail)) }),
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
  ebookOutcome: ({ candidates, sources }: { candidates: readonly { readonly title: string }[]; sources: readonly Named[] }) => ({
    candidates: candidates.map((candidate) => ({ ...candidate, title: plainTitle(candidate.title) })),
    sources: sources.map(plainSource),
  }),
};

/** Cleans the labels of an answer, so that they cannot break lines or turn the direction of writing. */
export function withPlainTexts(shape: AnswerShapeName, answer: unknown): unknown {
  const clean = CLEANERS[shape] as ((answer: unknown) => unknown) | undefined;
  return clean === undefined ? answer : clean(answer);
}
