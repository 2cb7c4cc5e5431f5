import { readFile, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

import { commandExists } from './command-exists.js';

/** Numbers of the calls `prctl` and `ptrace`, by the architecture. */
const CALLS: Partial<Record<string, readonly [prctl: number, ptrace: number]>> = { x64: [157, 101], arm64: [167, 117] };

/** A program whose end nobody is told, as of one that waits for a share that is away. */
export interface UndeadProgram {
  readonly path: string;
  /** To be called once it is started. @returns false where the system forbids it, and the program is like any other */
  isUndead(): Promise<boolean>;
  /** Lets it end. */
  bury(): Promise<void>;
}

/**
 * Writes a program that is watched by a process of its own, which left its group: the system tells the end of a watched process only when the
 * watcher has taken note of it, and this one never does.
 *
 * @param path for the program; a file beside it notes the watcher
 * @returns `undefined` where no such program can be made
 */
export async function undeadProgram(path: string): Promise<UndeadProgram | undefined> {
  const calls = CALLS[process.arch];
  if (process.platform !== 'linux' || !calls || !commandExists('perl')) return undefined;
  const [prctl, ptrace] = calls;
  const [letAnyWatch, watch] = [0x59_61_6d_61, 0x42_06];
  const script = `#!/usr/bin/env perl
use POSIX;
syscall(${prctl}, ${letAnyWatch}, -1, 0, 0, 0);
my $me = $$;
if (fork() == 0) {
  POSIX::setsid();
  POSIX::close($_) for 0 .. 2;
  my $watched = syscall(${ptrace}, ${watch}, $me, 0, 0) == 0;
  open(my $note, '>', '${path}.tmp'); print $note $watched ? $$ : 0; close($note);
  rename('${path}.tmp', '${path}.watcher');
  sleep 1000 if $watched;
  exit;
}
sleep 1000;
`;
  await writeFile(path, script, { mode: 0o755 });
  const watcher = async (): Promise<number> => {
    for (;;) {
      const noted = await readFile(`${path}.watcher`, 'utf8').catch(() => undefined);
      if (noted !== undefined) return Number(noted);
      await sleep(20);
    }
  };
  return {
    path,
    isUndead: async () => (await watcher()) > 0,
    async bury() {
      const pid = await watcher();
      if (pid > 0) process.kill(pid, 'SIGKILL');
    },
  };
}
