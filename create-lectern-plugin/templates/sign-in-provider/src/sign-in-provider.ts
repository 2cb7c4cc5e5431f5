import { IntegrationError, type SignInProvider } from '@lectern/plugin-api';
import type { Client } from './client.js';
import { readObject, readText } from './read.js';

/** Asks the service whether a username and password are right. A service with its own sign-in page needs a `RedirectSignIn` here. */
export function createSignInProvider(client: Client): SignInProvider {
  return {
    signIn: {
      kind: 'password',
      async signIn({ username, password }, { signal }) {
        const answer = readObject(await client.json('/sessions', { method: 'POST', json: { username, password }, signal }), 'its answer');
        // the service answers 200 in both cases: a 401 is about our own key
        if (answer.ok !== true) throw new IntegrationError('INTEGRATION_UNAUTHORIZED', 'The username or the password is wrong.');
        const account = readObject(answer.account, 'an account');
        return {
          // an id that does not change with the person's name or address
          subject: readText(account.id, 'an id'),
          username: readText(account.name, 'a name'),
          isAdmin: account.admin === true,
        };
      },
    },
  };
}
