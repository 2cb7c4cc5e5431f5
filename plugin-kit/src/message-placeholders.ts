import { parse, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';

/** What a message in ICU MessageFormat is filled in with. */
export interface Placeholders {
  readonly names: readonly string[];
  /** Whether all stand alone, as in `{name}`, with no plural or other form chosen by one. */
  readonly arePlain: boolean;
}

// The numbers that the parser gives to parts; it exports them as a `const enum`, which modules compiled alone cannot read.
const LITERAL = 0;
const ARGUMENT = 1;
const POUND = 7;

function collect(elements: readonly MessageFormatElement[], names: Set<string>): boolean {
  let arePlain = true;
  for (const element of elements) {
    const kind: number = element.type;
    if (kind === LITERAL || kind === POUND || !('value' in element)) continue;
    names.add(element.value);
    if (kind !== ARGUMENT) arePlain = false;
    if ('options' in element) for (const { value } of Object.values(element.options)) collect(value, names);
  }
  return arePlain;
}

/** @throws SyntaxError if the message is not ICU MessageFormat */
export function placeholdersOf(message: string): Placeholders {
  const names = new Set<string>();
  const arePlain = collect(parse(message, { ignoreTag: true }), names);
  return { names: [...names].sort(), arePlain };
}
