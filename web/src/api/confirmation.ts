import { errorFromResponse, isApiError } from './api-error.js';

/** Asks people to confirm their identity. @returns whether they did */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Sets the function that asks for confirmation. */
export function onConfirmationRequired(asker: Ask): void {
  ask = asker;
}

/** Asks once for any number of waiting calls. */
export function confirmIdentity(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Whether an answer requires the person to confirm their identity. */
export async function needsConfirmation(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isApiError(errorFromResponse(response, problem), 'confirmation_required');
}
