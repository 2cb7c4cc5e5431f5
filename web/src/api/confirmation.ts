import { errorFromResponse, isApiError } from './api-error.js';

/** Asks the person whether it is them. @returns whether they showed it */
type Ask = () => Promise<boolean>;

let ask: Ask | undefined;
let asking: Promise<boolean> | undefined;

/** Says who asks when the server wants to know again who is there. */
export function onConfirmationRequired(asker: Ask): void {
  ask = asker;
}

/** Asks once for any number of calls that wait for it. */
export function confirmIdentity(): Promise<boolean> {
  asking ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined;
  });
  return asking;
}

/** Whether an answer says that the person has to show again who they are. */
export async function needsConfirmation(response: Response): Promise<boolean> {
  if (response.status !== 403) return false;
  const problem: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  return isApiError(errorFromResponse(response, problem), 'confirmation_required');
}
