import { describeParts, missingRequiredParts, partReports } from '@lectern/testbed';
import { appendFileSync } from 'node:fs';

/**
 * Prints at the end which real parts the tests found, used and skipped; a missing one that is required ends the run at once. Where
 * several processes test, each writes its report to the file `LECTERN_TEST_PARTS`, one line each.
 */
export const mochaHooks = {
  beforeAll(): void {
    const missing = missingRequiredParts();
    if (missing.length > 0) throw new Error(`Nothing may be skipped here, but these are missing: ${missing.join(', ')}`);
  },
  afterAll(): void {
    const shared = process.env['LECTERN_TEST_PARTS'];
    if (shared !== undefined) {
      appendFileSync(shared, `${JSON.stringify(partReports())}\n`);
      return;
    }
    const text = describeParts();
    if (text !== '') console.log(`\n${text}`);
  },
};
