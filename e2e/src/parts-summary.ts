import { areAllPartsRequired, describeParts, findPart } from '@lectern/demo';

const PARTS = ['postgres', 'transmission', 'qbittorrent', 'ffmpeg', 'chromium'] as const;

/** Says at the end which real parts the tests found, used and skipped; where all are required, a missing one ends the run at once. */
export const mochaHooks = {
  beforeAll(): void {
    const missing = PARTS.filter((part) => findPart(part) === undefined);
    if (areAllPartsRequired() && missing.length > 0)
      throw new Error(`Nothing may be skipped here, but these are missing: ${missing.join(', ')}`);
  },
  afterAll(): void {
    const text = describeParts();
    if (text !== '') console.log(`\n${text}`);
  },
};
