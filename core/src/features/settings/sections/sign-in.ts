import { choice, section, toggle } from '../section.js';

export const signIn = section({
  title: 'Signing in',
  fields: {
    /** Whether people may create local accounts for themselves. */
    registration: choice(
      {
        closed: 'Off: only admins create accounts',
        approval: 'On: an admin approves each account',
        open: 'On: no approval',
      },
      {
        default: 'closed',
        title: 'Self-registration',
        help: 'Whether people can create an account with a name and a password on the sign-in page. Nobody becomes an admin that way.',
      },
    ),
    /** The fate of people who sign in with an external account for the first time. */
    newAccounts: choice(
      { closed: 'Refuse', approval: 'Create the account; an admin approves it', open: 'Create the account; no approval' },
      {
        default: 'approval',
        title: 'First sign-in through another service',
        help: 'What happens when somebody signs in through another service and has no account here yet. Each integration decides whether its accounts can be used to sign in.',
      },
    ),
    linkByEmail: toggle({
      default: false,
      title: 'Link by e-mail',
      help: 'At the first sign-in, an e-mail address that the other service has verified is linked to the member who has the same address here. Use it only for services whose addresses you trust.',
    }),
  },
});
