import { LANGUAGES, type LanguageTag, type Messages } from '@lectern/messages';
import { placeholdersOf } from '@lectern/messages/server';
import { MESSAGE_FILES, messageProblems } from '@lectern/plugin-api';
import { open, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { plainLabel } from '../platform/text/plain-label.js';
import type { MessagesByLanguage } from '../platform/words/index.js';

export interface ReadMessages {
  /** In the languages that this server speaks. */
  readonly messages: MessagesByLanguage;
  /** Translations that are left out, so that people read English there, each with what is wrong. */
  readonly leftOut: readonly string[];
}

/** A message file that cannot be used. The message says which and why, without places of this machine. */
class MessageFileError extends Error {
  override readonly name = 'MessageFileError';
}

const FAULTS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ELOOP: 'it is a link to itself',
  ENOTDIR: 'there is no such file',
};

/** The content of a file whose real path lies in `dir`; `undefined` if there is none. @throws MessageFileError */
async function contentOf(dir: string, path: string, name: string): Promise<string | undefined> {
  try {
    const real = await realpath(join(dir, path));
    if (!real.startsWith(dir + sep)) throw new MessageFileError(`${name} leads out of the package`);
    const file = await open(real);
    try {
      if (!(await file.stat()).isFile()) throw new MessageFileError(`${name} is no file`);
      // one byte more than it may have tells of a file that is too large, even one that grows
      const { buffer, bytesRead } = await file.read(Buffer.alloc(MESSAGE_FILES.mostBytes + 1), 0, MESSAGE_FILES.mostBytes + 1, 0);
      if (bytesRead > MESSAGE_FILES.mostBytes) throw new MessageFileError(`${name} has more than ${MESSAGE_FILES.mostBytes} bytes`);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof MessageFileError) throw error;
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw new MessageFileError(`${name} cannot be read (${FAULTS[code] ?? code})`, { cause: error });
  }
}

/** @throws MessageFileError */
function parse(content: string, name: string): Record<string, string> {
  let parsed: unknown;
  try {
    parsed = JSON.parse(content);
  } catch (error) {
    throw new MessageFileError(`${name} is not JSON`, { cause: error });
  }
  const problems = messageProblems(parsed);
  if (problems.length > 0) throw new MessageFileError(`${name}: ${problems.join(', ')}`);
  // without a prototype, whose members would look like messages
  const messages = Object.create(null) as Record<string, string>;
  for (const [key, message] of Object.entries(parsed as Messages)) messages[key] = plainLabel(message, MESSAGE_FILES.longestMessage);
  return messages;
}

function namesIn(message: string): string | undefined {
  try {
    return [...placeholdersOf(message).keys()].sort().join(', ');
  } catch {
    return undefined;
  }
}

/** @throws MessageFileError */
function checkEnglish(english: Messages, name: string): void {
  const wrong = Object.entries(english).filter(([, message]) => namesIn(message) === undefined);
  if (wrong.length === 0) return;
  throw new MessageFileError(
    `${name}: ${wrong
      .slice(0, 10)
      .map(([key]) => key)
      .join(', ')} cannot be read as ICU MessageFormat`,
  );
}

/** Takes what is wrong out of a translation: people read English there. @returns what was wrong */
function takeOutFaults(translation: Record<string, string>, english: Messages, tag: LanguageTag): string[] {
  return Object.entries(translation).flatMap(([key, message]) => {
    const names = namesIn(message);
    // the words of a form have nothing to fill in
    const wanted = english[key] === undefined ? '' : namesIn(english[key]);
    if (names === wanted) return [];
    Reflect.deleteProperty(translation, key);
    return [names === undefined ? `${tag}: ${key} is not ICU MessageFormat` : `${tag}: ${key} has other placeholders than English`];
  });
}

/**
 * Reads the message files of a package in the languages of this server.
 *
 * @param dir real path of the package
 * @param folder as its manifest names it
 * @param isOurs whether it came with the server, where tests have seen that nothing is wrong: parsing all messages would delay each start
 * @throws MessageFileError
 */
export async function readMessages(dir: string, folder: string, isOurs: boolean): Promise<ReadMessages> {
  const read = async (tag: LanguageTag) => {
    const name = `${folder}/${tag}.json`;
    const content = await contentOf(dir, name, name);
    return content === undefined ? undefined : ([tag, parse(content, name)] as const);
  };
  const files = (await Promise.all(LANGUAGES.map(({ tag }) => read(tag)))).filter((file) => file !== undefined);
  const english = files.find(([tag]) => tag === 'en')?.[1];
  if (english === undefined) throw new MessageFileError(`${folder}/en.json is missing`);
  const leftOut: string[] = [];
  if (!isOurs) {
    checkEnglish(english, `${folder}/en.json`);
    for (const [tag, translation] of files) if (tag !== 'en') leftOut.push(...takeOutFaults(translation, english, tag));
  }
  return { messages: Object.fromEntries(files), leftOut };
}
