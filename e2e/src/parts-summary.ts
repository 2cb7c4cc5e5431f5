import { describeParts } from '@lectern/demo';

/** Says at the end which real parts the tests found, used and skipped. */
export const mochaHooks = {
  afterAll(): void {
    const text = describeParts();
    if (text !== '') console.log(`\n${text}`);
  },
};
