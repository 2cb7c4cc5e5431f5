import { basename } from 'node:path';

/** Whoever stops a server, such as systemd, sends one of them to all that it has started. SIGKILL may also come from the system, for want of memory. */
const SIGNALS: readonly (string | null | undefined)[] = ['SIGTERM', 'SIGINT', 'SIGHUP'];

/** Whether a program was ended by somebody who was not interested in it. That says nothing about its files. */
export function isFromOutside(signal: NodeJS.Signals | null | undefined): boolean {
  return SIGNALS.includes(signal);
}

/** To be thrown for such a program: what it did can be done again. */
export function endedFromOutside(program: string): Error {
  return new Error(`“${basename(program)}” was ended by somebody before it was done.`);
}
