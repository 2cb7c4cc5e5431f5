import { parseArgs } from 'node:util';
import { COMMANDS, type Command } from './command-table.js';
import type { Typed } from './typed.js';

/** The command in the place of a group that was named alone. */
const OF_GROUP: Readonly<Record<string, string>> = { plugins: 'plugins list' };

const HELP = { type: 'boolean', short: 'h' } as const;

/** What was typed cannot be understood. */
class TypingError extends Error {
  constructor(
    message: string,
    /** The command or group whose help says more. */
    readonly about: string,
  ) {
    super(message);
  }
}

const columns = (rows: readonly (readonly [string, string])[]): string => {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
};

const usageOf = (name: string, { words = [] }: Command): string => ['lectern', name, ...words].join(' ');

/** One line for each command, or for each of a group. */
export function listOf(group?: string): string {
  const named = Object.entries(COMMANDS).filter(([name]) => group === undefined || name.startsWith(`${group} `));
  return columns(named.map(([name, command]) => [usageOf(name, command), command.help]));
}

const isGroup = (name: string): boolean => Object.keys(COMMANDS).some((known) => known.startsWith(`${name} `));

/** The help about a command, about a group, or about everything. */
export function helpAbout(about?: string): string {
  const command = about === undefined ? undefined : COMMANDS[about];
  if (about === undefined || !command) {
    const end = 'lectern <command> --help says more about one. The environment is described in docs/admin/configuration.md.';
    return `Usage: lectern <command>\n\n${listOf(about)}\n\n${end}`;
  }
  const { options = {}, help } = command;
  const rows = Object.entries(options).map(([name, { value, help: said }]) => [`--${name}${value ? ` ${value}` : ''}`, said] as const);
  return `Usage: ${usageOf(about, command)}${rows.length > 0 ? ' [options]' : ''}\n\n  ${help}\n\n${columns([...rows, ['--help', 'print this']])}`;
}

/** Finds the command that the first words name. @throws TypingError */
function findCommand(args: readonly string[]): { readonly name: string; readonly rest: readonly string[] } {
  const first = args.findIndex((word) => !word.startsWith('-'));
  if (first < 0) return { name: 'serve', rest: args };
  const word = args[first] as string;
  const before = args.slice(0, first);
  const after = args.slice(first + 1);
  if (Object.hasOwn(COMMANDS, word)) return { name: word, rest: [...before, ...after] };
  if (!isGroup(word)) throw new TypingError(`There is no command ${word}.`, '');
  const second = after.findIndex((one) => !one.startsWith('-'));
  if (second < 0) return { name: OF_GROUP[word] ?? word, rest: [...before, ...after] };
  const name = `${word} ${after[second]}`;
  if (!Object.hasOwn(COMMANDS, name)) throw new TypingError(`There is no command ${name}.`, word);
  return { name, rest: [...before, ...after.filter((_, index) => index !== second)] };
}

/** Why options cannot be understood, from what `parseArgs` throws. */
function faultOf(error: unknown, name: string): string {
  const { code, message } = error as { code?: string; message: string };
  const option = /'(-[^' ]*)/.exec(message)?.[1] ?? '';
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `lectern ${name} has no option ${option}.`;
  const needsValue = /argument missing|argument is ambiguous/.test(message);
  return needsValue ? `The option ${option} needs a value.` : `The option ${option} takes no value.`;
}

function checkWords({ words = [] }: Command, typed: Typed, name: string): void {
  const missing = words.filter((word) => word.startsWith('<'))[typed.words.length];
  if (missing !== undefined) throw new TypingError(`lectern ${name} needs ${missing}.`, name);
  const extra = typed.words[words.length];
  if (extra !== undefined) throw new TypingError(`lectern ${name} cannot use “${extra}”.`, name);
}

function readOptions(name: string, command: Command, rest: readonly string[]): Typed {
  try {
    const { values, positionals } = parseArgs({ args: [...rest], allowPositionals: true, options: { ...command.options, help: HELP } });
    return { values, words: positionals };
  } catch (error) {
    throw new TypingError(faultOf(error, name), name);
  }
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

/** What help was asked about; `undefined` if none was. */
function wantedHelp(args: readonly string[]): { readonly about?: string } | undefined {
  const words = args.filter((word) => !word.startsWith('-'));
  const isAsked = words[0] === 'help' || words[1] === 'help' || args.some(isHelp);
  if (!isAsked) return undefined;
  const [first, second] = words.filter((word) => word !== 'help');
  if (first === undefined) return args.some((word) => word.startsWith('-') && !isHelp(word)) ? { about: 'serve' } : {};
  const both = `${first} ${second}`;
  const about = Object.hasOwn(COMMANDS, both) ? both : first;
  if (!Object.hasOwn(COMMANDS, about) && !isGroup(about)) throw new TypingError(`There is no command ${about}.`, '');
  return { about };
}

/**
 * Runs what was typed. Help is printed before anything else is looked at, and what cannot be understood runs nothing.
 *
 * @param args what was typed after `lectern`
 * @returns the exit code: 2 for what cannot be understood
 */
export async function runCommandLine(env: NodeJS.ProcessEnv, args: readonly string[]): Promise<number> {
  try {
    const help = wantedHelp(args);
    if (help) {
      console.log(helpAbout(help.about));
      return 0;
    }
    const { name, rest } = args[0] === '--version' && args.length === 1 ? { name: 'version', rest: [] } : findCommand(args);
    const command = COMMANDS[name];
    if (!command) throw new TypingError(`lectern ${name} is no command by itself.`, name);
    const typed = readOptions(name, command, rest);
    checkWords(command, typed, name);
    return await command.run(env, typed);
  } catch (error) {
    if (!(error instanceof TypingError)) throw error;
    console.error(`${error.message} See: ${['lectern', error.about, '--help'].filter((word) => word !== '').join(' ')}`);
    return 2;
  }
}
