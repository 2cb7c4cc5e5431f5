import type { ErrorRow } from './error-row.js';

/** Codes of setting up, signing in, accounts and API tokens. */
export const ACCOUNT_ERRORS = {
  setup_complete: {
    status: 403,
    meaning: 'Setup is complete, so this step is closed.',
    todo: 'Sign in as an admin.',
  },
  setup_token_invalid: {
    status: 403,
    meaning: 'This is not the setup token.',
    todo: 'Use the token that the server prints when it starts.',
  },
  admin_exists: {
    status: 403,
    meaning: 'There is already an admin, so setup does not create another one.',
    todo: 'Sign in.',
  },
  setup_incomplete: {
    status: 409,
    meaning: 'Setup cannot be completed without a library folder.',
    todo: 'Choose the library folder first.',
  },
  sign_in_not_begun: {
    status: 400,
    meaning: 'The external sign-in was not started in this browser, took too long or has already been used.',
    todo: 'Begin again.',
  },
  invalid_credentials: {
    status: 401,
    meaning: 'The username or the password is wrong.',
    todo: 'Ask for both of them again.',
  },
  login_token_invalid: {
    status: 401,
    meaning: 'The sign-in link has been used or has expired.',
    todo: 'Ask an admin for a new link.',
  },
  account_inactive: {
    // A person who signs in is refused (403). An admin may make sign-in links, but none for an account in this state (409).
    status: [403, 409],
    meaning: 'The account is waiting for an admin, or may not sign in. `state` tells the person which.',
    todo: 'Ask an admin, who has to approve the account first.',
  },
  account_refused: {
    status: 403,
    meaning: 'The external service knows the person, but does not let them use this server.',
    todo: 'Use another account, or ask whoever runs the service.',
  },
  registration_closed: {
    status: 403,
    meaning: 'Nobody here is linked to the external account, and new people may not register.',
    todo: 'Ask an admin for an account.',
  },
  identity_not_yours: {
    status: 403,
    meaning: 'The external account used for the confirmation is not linked to the account here.',
    todo: 'Confirm with the account that is linked.',
  },
  identity_taken: {
    status: 409,
    meaning: 'The external account is linked to somebody else here.',
    todo: 'Link another account, or let the other person remove the link.',
  },
  last_sign_in: {
    status: 409,
    meaning: 'The link is the only way in which the account can sign in.',
    todo: 'Set a password or link another account first.',
  },
  no_password: {
    status: 409,
    meaning: 'The account has no password here, so it cannot confirm with one.',
    todo: 'Confirm with the service that the person signs in with.',
  },
  changed_meanwhile: {
    status: 409,
    meaning: 'The account was changed while the password was being checked.',
    todo: 'Try again.',
  },
  current_password_wrong: {
    status: 422,
    meaning: 'The current password is wrong.',
    todo: 'Ask for it again.',
  },
  bad_account: {
    status: 502,
    meaning: 'The external service did not say who signed in.',
    todo: 'Tell an admin; the integration or the service is at fault.',
  },
  sign_in_failed: {
    status: 502,
    meaning: 'The external service is set up incorrectly, or its answer cannot be trusted.',
    todo: 'Tell an admin, who sees the cause at the integration.',
  },
  sign_in_unavailable: {
    status: 502,
    meaning: 'The external service cannot be reached right now.',
    todo: 'Try again later, or sign in another way.',
  },
  too_busy: {
    status: 503,
    meaning: 'Too many passwords are being checked at once.',
    todo: 'Try again after the seconds in `Retry-After`.',
  },
  too_many_waiting: {
    status: 503,
    meaning: 'Too many new accounts are already waiting for an admin.',
    todo: 'Ask an admin to approve or reject some, then try again.',
  },
  last_admin: {
    status: 409,
    meaning: 'The account is the last active admin, who may not be removed, demoted or locked out.',
    todo: 'Make somebody else an admin first.',
  },
  username_taken: {
    status: 409,
    meaning: 'This username is taken.',
    todo: 'Choose another one.',
  },
  name_invalid: {
    status: 422,
    meaning: 'The display name cannot be used. `errors` says why.',
    todo: 'Choose another one.',
  },
  password_invalid: {
    status: 422,
    meaning: 'The new password is too short, too long or cannot be used. `errors` says why.',
    todo: 'Choose another one.',
  },
  username_invalid: {
    status: 422,
    meaning: 'The username cannot be used. `errors` says why.',
    todo: 'Choose another one.',
  },
  too_many_tokens: {
    status: 409,
    meaning: 'The account has as many active API tokens as it may have.',
    todo: 'Revoke one that is no longer needed.',
  },
  too_many_devices: {
    status: 409,
    meaning: 'Notifications are on for as many devices of the person as they may be.',
    todo: 'Remove a device that is no longer needed.',
  },
  too_many_targets: {
    status: 409,
    meaning: 'The person has as many own targets of notifications as they may have.',
    todo: 'Remove one that is no longer needed.',
  },
  expiry_past: {
    status: 422,
    meaning: 'The API token would expire before it could be used.',
    todo: 'Choose a later time.',
  },
  scope_not_allowed: {
    status: 422,
    meaning: 'An API token of somebody who is not an admin may not have admin scopes.',
    todo: 'Leave them out.',
  },
} as const satisfies Record<string, ErrorRow>;
