import { statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

function isSameFolder(a: string, b: string): boolean {
  const [one, other] = [a, b].map((path) => statSync(path, { throwIfNoEntry: false }));
  return one !== undefined && one.ino === other?.ino && one.dev === other.dev;
}

/** The root that `testbed/debian-root.sh` made, from `LECTERN_TEST_DEBIAN_ROOT`; `undefined` where only another user may change roots. */
export function findPlainDebianRoot(): string | undefined {
  const root = process.env.LECTERN_TEST_DEBIAN_ROOT;
  if (!root || process.getuid?.() !== 0) return undefined;
  return statSync(join(root, '.ready'), { throwIfNoEntry: false }) ? root : undefined;
}

/**
 * The Debian root with newer download clients that `testbed/debian-root.sh` made, from `LECTERN_TEST_DEBIAN_ROOT`.
 * `undefined` where it is not finished, where only root may change roots, or where the folder for temporary files is
 * not mounted inside: daemons in there and specs out here must mean the same file by the same path.
 */
export function findDebianRoot(): string | undefined {
  const root = findPlainDebianRoot();
  return root && isSameFolder(tmpdir(), join(root, tmpdir())) ? root : undefined;
}
