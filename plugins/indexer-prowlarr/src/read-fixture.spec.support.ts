import { readFileSync } from 'node:fs';

/** A recorded answer. */
export interface RecordedAnswer {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object | string;
}

/** Reads a file from `__fixtures__` as text. */
export function readFixture(name: string): string {
  return readFileSync(new URL(`__fixtures__/${name}`, import.meta.url), 'utf8');
}

/** Reads a recorded answer from `__fixtures__`. */
export function recorded(name: string): RecordedAnswer {
  const { status, headers, body } = JSON.parse(readFixture(name)) as RecordedAnswer;
  return { status, headers, body };
}
