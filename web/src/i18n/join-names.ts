import { isolated, languageOf } from '@lectern/messages';
import { spokenLanguage } from './catalog.js';

/** The comma of the language that is spoken, with the space that belongs to it. */
export function comma(): string {
  return languageOf(spokenLanguage()).comma;
}

/** Names with the commas of the language that is spoken. Each keeps its own direction. */
export function joinNames(names: readonly string[]): string {
  return names.map((name) => isolated(name, spokenLanguage())).join(comma());
}

/** Facts beside each other. Each keeps its own direction: otherwise a number behind a name would change places with it. */
export function joinFacts(facts: readonly string[]): string {
  return facts.map((fact) => isolated(fact, spokenLanguage())).join(' · ');
}

/** A label and what it is about, with the colon of the language that is spoken: “Retry: Dune”. */
export function labelled(label: string, about: string): string {
  return `${label}${languageOf(spokenLanguage()).colon}${isolated(about, spokenLanguage())}`;
}

/** A sentence without what ends it, for a line that goes on. */
export function withoutStop(sentence: string): string {
  return sentence.replace(/[.。]$/, '');
}

/** Words as a sentence, with the stop of the language that is spoken. */
export function withStop(words: string): string {
  return `${withoutStop(words)}${languageOf(spokenLanguage()).stop}`;
}
