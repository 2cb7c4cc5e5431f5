import type { AnswerShapeName, CheckResult, Choice, SearchOutcome } from '@lectern/plugin-api';
import { plainLabel } from '../../platform/text/plain-label.js';

/** As long as a title may be on a tracker or a file system, and then some; longer ones are dropped as a whole. */
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

/** What answers hold that stands on pages within lines of ours, before the eyes of more people than who installed the plugin. */
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

/** An answer of that shape whose labels break no line and turn no direction of what stands beside them. */
export function withPlainTexts(shape: AnswerShapeName, answer: unknown): unknown {
  const clean = CLEANERS[shape] as ((answer: unknown) => unknown) | undefined;
  return clean === undefined ? answer : clean(answer);
}
