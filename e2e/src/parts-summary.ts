import { areAllPartsRequired, describeParts, findPart, REAL_PARTS } from '@lectern/demo';

/** Says at the end which real parts the tests found, used and skipped; where all are required, a missing one ends the run at once. */
export const mochaHooks = {
  beforeAll(): void {
    const missing = REAL_PARTS.filter((part) => findPart(part) === undefined);
    if (areAllPartsRequired() && missing.length > 0)
      throw new Error(`Nothing may be skipped here, but these are missing: ${missing.join(', ')}`);
  },
  afterAll(): void {
    const text = describeParts();
    if (text !== '') console.log(`\n${text}`);
  },
};
