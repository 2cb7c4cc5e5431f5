import { headOf, LOG_LEVELS, withoutHead, type LogLevel } from '../../platform/logging/line-format.js';
import type { LogLine } from './log-line.js';

/** Which lines are wanted. All that is given must fit. */
export interface LogFilter {
  /** This level and those that are more serious. */
  readonly level?: LogLevel;
  readonly plugin?: string;
  readonly integration?: string;
  /** The id of a request for a book, or of a call of the API. */
  readonly request?: string;
  /** Words that all occur, in any case and order. */
  readonly words?: string;
}

/** Decides about a line in two steps. */
export interface LineTest {
  /** Rules most lines out at little cost, by their text as it is kept. It may let too many pass. */
  mayFit(text: string): boolean;
  /** Decides by the line as it is shown. A word of a secret that was redacted is not found. */
  fits(line: LogLine): boolean;
}

function wordsOf(text: string | undefined): string[] {
  return (text ?? '').toLowerCase().split(/\s+/).filter(Boolean);
}

/** As it stands within a line. */
function inJson(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** @param pluginOf the plugin of an integration, since some lines name the integration alone */
export function createLineTest(filter: LogFilter, pluginOf: (integration: string) => string | undefined): LineTest {
  const { level, plugin, integration, request } = filter;
  const least = level === undefined ? 0 : LOG_LEVELS.indexOf(level);
  const words = wordsOf(filter.words).map((word) => ({ word, escaped: inJson(word).toLowerCase() }));
  const ids = [integration, request].filter((id) => id !== undefined).map(inJson);
  return {
    mayFit(text) {
      if (LOG_LEVELS.indexOf(headOf(text).level) < least) return false;
      if (!ids.every((id) => text.includes(id))) return false;
      if (words.length === 0) return true;
      const rest = withoutHead(text).toLowerCase();
      return words.every(({ word, escaped }) => rest.includes(escaped) || rest.includes(word));
    },
    fits(line) {
      if (integration !== undefined && line.integration !== integration) return false;
      if (request !== undefined && line.requestId !== request && line.callId !== request) return false;
      if (plugin !== undefined && plugin !== (line.plugin ?? (line.integration && pluginOf(line.integration)))) return false;
      if (words.length === 0) return true;
      const message = line.message.toLowerCase();
      const members = JSON.stringify(line.members).toLowerCase();
      return words.every(({ word, escaped }) => message.includes(word) || members.includes(escaped));
    },
  };
}
