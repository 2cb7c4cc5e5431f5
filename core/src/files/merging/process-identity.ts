import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

const ONE_SECOND_MS = 1000;

/**
 * When a process started, in a form that only serves for comparing; `undefined` if there is none, or it has ended, or
 * the system does not tell. With it a process is told from another one that got its number later. Linux and macOS tell; Windows does not.
 */
export function processStart(pid: number): string | undefined {
  if (process.platform === 'win32') return undefined;
  return process.platform === 'linux' ? startByKernel(pid) : startByPs(pid);
}

function startByKernel(pid: number): string | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // the name in brackets may hold anything; the fields after it begin with the state: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    const [state, ticks] = [fields[0], fields[19]];
    if (state === 'Z' || state === 'X' || ticks === undefined) return undefined;
    return `${readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()} ${ticks}`;
  } catch {
    return undefined;
  }
}

/** The same by `ps`, to the second: https://man.freebsd.org/cgi/man.cgi?query=ps&manpath=macOS+14.3 */
export function startByPs(pid: number): string | undefined {
  const args = ['-o', 'stat=', '-o', 'lstart=', '-p', String(pid)];
  const env = { PATH: process.env['PATH'], LC_ALL: 'C' };
  const { status, stdout } = spawnSync('ps', args, { shell: false, encoding: 'utf8', env, timeout: ONE_SECOND_MS });
  const [state = '', ...start] = status === 0 ? stdout.trim().split(/\s+/) : [];
  return state === '' || state.startsWith('Z') ? undefined : start.join(' ');
}

/** The process that was started with a line in its environment; `undefined` if none is, or the system does not tell. Only Linux tells. */
export function processWith(environmentLine: string): number | undefined {
  const all = existsSync('/proc') ? readdirSync('/proc') : [];
  return all
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .find((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(environmentLine);
      } catch {
        return false;
      }
    });
}
