import { createDetail, remarkOf, type SourceOutcome } from '@lectern/plugin-api';
import english from '../messages/en.json' with { type: 'json' };

const detail = createDetail(english);

/** A library as the service lists it. */
export interface ListedLibrary {
  readonly id: string;
  readonly name: string;
  readonly isClosed: boolean;
  /** What is wrong with it, in the words of the service. */
  readonly complaint?: string;
}

/** What an indexer with several libraries reports of one that gave nothing. */
export function outcomeOf({ id, name, isClosed, complaint }: ListedLibrary): SourceOutcome {
  if (isClosed) return { id, name, status: 'failed', error: detail('library_closed', { name }) };
  // what the service says is the same in every language
  return complaint === undefined ? { id, name, status: 'empty' } : { id, name, status: 'failed', error: complaint };
}

/** The same of a library that could not be asked. */
export function outcomeOfError({ id, name }: ListedLibrary, error: Error): SourceOutcome {
  return { id, name, status: 'failed', error: remarkOf(error) };
}
