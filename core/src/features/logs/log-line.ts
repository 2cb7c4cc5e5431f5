import { headOf, levelOf, membersOf, withoutHead, type LogLevel } from '../../platform/logging/line-format.js';

/** A log line, read. */
export interface LogLine {
  /** ISO 8601. Absent where the line does not say. */
  readonly at?: string;
  readonly level: LogLevel;
  readonly message: string;
  /** The plugin's id. */
  readonly plugin?: string;
  /** The integration's id. */
  readonly integration?: string;
  /** The id of a request for a book. */
  readonly requestId?: string;
  /** The id of a call of the API, as its answer gives it. */
  readonly callId?: string;
  /** Everything that was logged beside the message. */
  readonly members: Readonly<Record<string, unknown>>;
}

const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function timeOf(time: unknown): { readonly at?: string } {
  return typeof time === 'string' && TIME.test(time) ? { at: time } : {};
}

/** The things that a line is about, as far as they are named. */
function subjectsOf({ plugin, integration, requestId, subject, path }: Record<string, unknown>): Partial<LogLine> {
  const named = (name: 'plugin' | 'integration', value: unknown) => (typeof value === 'string' ? { [name]: value } : {});
  const ofJob = typeof subject === 'string' ? /^request:(.+)$/.exec(subject)?.[1] : undefined;
  const id = typeof requestId === 'string' ? requestId : ofJob;
  return {
    ...named('plugin', plugin),
    ...named('integration', integration),
    // what answers calls logs the id of the call under the same name, and where it went
    ...(id === undefined ? {} : typeof path === 'string' ? { callId: id } : { requestId: id }),
  };
}

/** Reads a line of the logger. What is not JSON, as a line that was cut, is the message as a whole. */
export function readLine(text: string): LogLine {
  const fields = membersOf(text);
  if (!fields) {
    const { level, time } = headOf(text);
    return { ...timeOf(time), level, message: withoutHead(text), members: {} };
  }
  const { level, time, msg, ...members } = fields;
  return {
    ...timeOf(time),
    level: levelOf(level),
    message: typeof msg === 'string' ? msg : '',
    ...subjectsOf(members),
    members,
  };
}
