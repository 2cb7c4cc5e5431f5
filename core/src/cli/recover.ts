import { randomBytes } from 'node:crypto';
import { buildApp } from '../app.js';
import type { Cradle } from '../app/cradle.js';
import { readPluginRecords } from '../features/plugins/index.js';
import { loadConfig } from '../platform/config/config.js';
import type { Typed } from './typed.js';
import { disableSignIn, listSignIn } from './recover-sign-in.js';
import { serverState } from './server-mark.js';

const ACTOR = { name: 'command line' };

/**
 * Lets an admin who lost the password in again: it sets a new random password, prints it, and ends all sessions of the
 * account. It can also list the other ways to sign in and disable one that keeps people out or lets the wrong people in.
 * It needs the data directory and the environment of the server, which may be running.
 *
 * @param typed `--user <name>` where there are several admins; `--admin` makes that user an admin; `--revoke-tokens` also
 *   revokes their API tokens; or instead `--list-sign-in` or `--disable-sign-in <name or id>`
 * @returns the exit code
 */
export async function recover(env: NodeJS.ProcessEnv, { values }: Typed): Promise<number> {
  const app = await buildApp(loadConfig({ ...env, LECTERN_LOG_LEVEL: 'error', LECTERN_SAFE_MODE: 'true' }), { besideServer: true });
  const wanted = values['disable-sign-in'];
  try {
    if (wanted === undefined && !values['list-sign-in']) {
      const name = typeof values['user'] === 'string' ? values['user'] : undefined;
      const [admin, revokeTokens] = [values['admin'] === true, values['revoke-tokens'] === true];
      return await recoverAdmin(app.services, { name, admin, revokeTokens });
    }
    await readPluginRecords(app.services);
    await app.services.host.load();
    if (typeof wanted !== 'string') return await listSignIn(app.services);
    const code = await disableSignIn(app.services, wanted);
    if (code === 0 && (await serverState(app.services.config.dataDir)) !== 'down') {
      console.log('If the server is running, restart it: the change applies only then.');
    }
    return code;
  } finally {
    await app.close();
  }
}

interface Recovery {
  readonly name: string | undefined;
  readonly admin: boolean;
  readonly revokeTokens: boolean;
}

async function recoverAdmin(
  { users, apiTokens }: Pick<Cradle, 'users' | 'apiTokens'>,
  { name, admin, revokeTokens }: Recovery,
): Promise<number> {
  const { items: admins } = await users.list({ page: 1, limit: 100, role: 'admin' });
  const only = admins.length === 1 ? admins[0] : undefined;
  const user = name === undefined ? only : await users.findByUsername(name);
  if (!user) {
    const known = admins.map(({ username }) => username).join(', ');
    if (name !== undefined) console.error(`There is no user called ${name}. Admins: ${known || 'none'}.`);
    else if (admins.length === 0) console.error('There is no admin yet. Start the server and open its page to set it up.');
    else console.error(`There are several admins: ${known}. Name one of them: lectern recover --user <name>`);
    return 1;
  }
  if (user.role !== 'admin' && !admin) {
    console.error(`${user.username} is not an admin. Add --admin to make them one, or ask an admin to change the password.`);
    return 1;
  }
  const password = randomBytes(12).toString('base64url');
  await users.update(user.id, { password, role: 'admin', state: 'active' }, ACTOR);
  const { items: tokens } = await apiTokens.list({ userId: user.id, active: true, page: 1, limit: 100 });
  if (revokeTokens) for (const { id } of tokens) await apiTokens.revoke(id, ACTOR);
  console.log(
    `New password of ${user.username}: ${password}\nAll sessions of this account have ended. Change the password after signing in.`,
  );
  if (tokens.length > 0) console.log(tokensText(tokens.length, revokeTokens));
  return 0;
}

function tokensText(count: number, areRevoked: boolean): string {
  const tokens = count === 1 ? 'API token' : 'API tokens';
  return areRevoked
    ? `${count} ${tokens} of this account revoked.`
    : `${count} ${tokens} of this account still valid. If somebody else had access, run this again with --revoke-tokens.`;
}
