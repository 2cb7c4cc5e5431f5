/** Whether repetitive tests run in full: `npm run test:long`. */
export const IS_LONG_RUN = process.env['LECTERN_TEST_LONG'] === '1';

/** One in so many, spread evenly; all of them in the long run. */
export function oneIn<T>(many: number, all: readonly T[]): readonly T[] {
  return IS_LONG_RUN ? all : all.filter((_, index) => index % many === 0);
}
