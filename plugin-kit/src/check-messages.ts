import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { formWords, messageProblems, MESSAGE_FILES, type JsonObject } from '@lectern/plugin-api';
import { codeFiles } from './code-files.js';
import { placeholdersOf, type Placeholders } from './message-placeholders.js';
import { messageUses } from './message-uses.js';
import { readJson } from './read-json.js';

const ENGLISH = 'en.json';

type Messages = Readonly<Record<string, string>>;

/**
 * The words of a plugin's form in English, by the keys that they have in its message files. English itself stands in the settings schema
 * and in package.json.
 */
export function formWordsOf(dir: string): Messages {
  const pkg = readJson(join(dir, 'package.json')) as { description?: unknown; lectern?: { settings?: string } };
  const schema = readJson(join(dir, pkg.lectern?.settings ?? 'settings.schema.json')) as JsonObject;
  return { ...(typeof pkg.description === 'string' ? { 'manifest.description': pkg.description } : {}), ...formWords(schema) };
}

function placeholders(message: string): Placeholders | string {
  try {
    return placeholdersOf(message);
  } catch (error) {
    return `is not ICU MessageFormat: ${(error as Error).message}`;
  }
}

function checkEnglish(english: Messages): string[] {
  return Object.entries(english).flatMap(([key, message]) => {
    const found = placeholders(message);
    if (typeof found === 'string') return [`${ENGLISH}: ${key} ${found}`];
    return found.arePlain ? [] : [`${ENGLISH}: ${key} has more than plain placeholders, such as {name}; forms are for other languages`];
  });
}

function checkTranslation(file: string, given: Messages, wanted: Messages, isForm: (key: string) => boolean): string[] {
  const problems: string[] = [];
  for (const [key, message] of Object.entries(given)) {
    const english = Object.hasOwn(wanted, key) ? wanted[key] : undefined;
    if (english === undefined) {
      problems.push(`${file}: ${key} is no message of this plugin`);
      continue;
    }
    const ours = placeholders(message);
    const theirs = isForm(key) ? { names: [] } : placeholders(english);
    if (typeof ours === 'string') problems.push(`${file}: ${key} ${ours}`);
    else if (typeof theirs !== 'string' && ours.names.join() !== theirs.names.join()) {
      problems.push(
        `${file}: ${key} has the placeholders ${ours.names.join(', ') || 'none'}, English has ${theirs.names.join(', ') || 'none'}`,
      );
    }
  }
  return problems;
}

function checkUses(dir: string, english: Messages): string[] {
  const { uses, isNamed } = messageUses(codeFiles(dir));
  const problems = Object.keys(english)
    .filter((key) => !isNamed(key))
    .map((key) => `${ENGLISH}: nothing uses ${key}`);
  for (const { keys, values } of uses) {
    for (const key of keys) {
      if (!Object.hasOwn(english, key)) problems.push(`${ENGLISH}: ${key} is missing, which the code uses`);
      const found = placeholders(english[key] ?? '');
      if (values === undefined || typeof found === 'string') continue;
      const lacking = found.names.filter((name) => !values.includes(name));
      if (lacking.length > 0) problems.push(`${key}: the code gives no ${lacking.join(', ')}`);
    }
  }
  return [...new Set(problems)];
}

/** The messages of a file, and what is wrong with the file itself. */
function read(folder: string, file: string): { readonly messages: Messages; readonly problems: readonly string[] } {
  const path = join(folder, file);
  if (statSync(path).size > MESSAGE_FILES.mostBytes)
    return { messages: {}, problems: [`${file}: has more than ${MESSAGE_FILES.mostBytes} bytes`] };
  let content: unknown;
  try {
    content = readJson(path);
  } catch (error) {
    return { messages: {}, problems: [`${file}: ${(error as Error).message}`] };
  }
  const problems = messageProblems(content).map((problem) => `${file}: ${problem}`);
  return { messages: problems.length === 0 ? (content as Messages) : {}, problems };
}

/** The folder of a plugin's message files; `undefined` if it has none. */
function folderOf(dir: string): string | undefined {
  const { lectern } = readJson(join(dir, 'package.json')) as { lectern?: { messages?: unknown } };
  return typeof lectern?.messages === 'string' ? lectern.messages : undefined;
}

/**
 * Lists the faults of a plugin's message files. English has all sentences of its errors; other languages have of these and of the words of
 * the form what is translated, with the placeholders of English; and the code uses each sentence, with the values it asks for.
 */
export function checkMessages(dir: string): string[] {
  const named = folderOf(dir);
  if (named === undefined) return [];
  const folder = join(dir, named);
  if (!existsSync(join(folder, ENGLISH))) return [`${named}/${ENGLISH}: no such file`];
  const files = readdirSync(folder);
  const problems = files.filter((file) => !MESSAGE_FILES.name.test(file)).map((file) => `${file}: is not called <language>.json`);
  const english = read(folder, ENGLISH);
  problems.push(...english.problems, ...checkEnglish(english.messages), ...checkUses(dir, english.messages));
  const form = formWordsOf(dir);
  const sentences = Object.keys(english.messages);
  problems.push(...sentences.filter((key) => Object.hasOwn(form, key)).map((key) => `${ENGLISH}: ${key} stands in the settings schema`));
  const wanted = { ...form, ...english.messages };
  for (const file of files.filter((name) => MESSAGE_FILES.name.test(name) && name !== ENGLISH)) {
    const other = read(folder, file);
    problems.push(...other.problems);
    if (other.problems.length === 0) problems.push(...checkTranslation(file, other.messages, wanted, (key) => !sentences.includes(key)));
  }
  return problems;
}

/**
 * How many words of the form and sentences a plugin has, and the keys of those that a language lacks, which are said in English.
 *
 * @param tag the language, as its file is called
 */
export function translationOf(dir: string, tag: string): { readonly total: number; readonly missing: readonly string[] } {
  const folder = folderOf(dir);
  if (folder === undefined) return { total: 0, missing: [] };
  const messagesIn = (file: string): Messages => {
    const path = join(dir, folder, file);
    return existsSync(path) ? (readJson(path) as Messages) : {};
  };
  const wanted = { ...formWordsOf(dir), ...messagesIn(ENGLISH) };
  const given = `${tag}.json` === ENGLISH ? wanted : messagesIn(`${tag}.json`);
  const keys = Object.keys(wanted);
  return { total: keys.length, missing: keys.filter((key) => !Object.hasOwn(given, key)) };
}
