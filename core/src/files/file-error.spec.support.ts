import { isFileError } from './file-error.js';

/** The code with which work on files was refused; `undefined` when it was done. */
export async function codeOf(promise: Promise<unknown>): Promise<string | undefined> {
  try {
    await promise;
    return undefined;
  } catch (error) {
    return isFileError(error) ? error.code : String(error);
  }
}
