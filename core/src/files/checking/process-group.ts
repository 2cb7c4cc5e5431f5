import { errorCode } from '../file-error.js';

/** Option of `spawn` for a program that may be a script which starts another one: they form a group, which is ended as a whole. */
export const OWN_GROUP = { detached: process.platform !== 'win32' } as const;

/**
 * Ends a program and what it has started. What a script leaves running would hold its output open otherwise, and nobody would learn that it ended.
 *
 * @throws the system error, `ESRCH` if it has ended already
 */
export function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch (error) {
    if (errorCode(error) !== 'ESRCH') throw error;
    // it leads no group
    process.kill(pid, 'SIGKILL');
  }
}

/** The same for a program of ours, started as a group, that may have ended already. */
export function endGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // all of it has ended by itself
  }
}
