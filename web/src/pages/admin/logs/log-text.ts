import type { LogLine } from '../../../api/types.js';

/** A line as the server logs it: one JSON object. */
export function textOf({ level, at, message, members }: LogLine): string {
  return JSON.stringify({ level, time: at, ...members, msg: message });
}
