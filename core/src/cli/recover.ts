import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildApp } from '../app.js';
import { loadConfig } from '../platform/config/config.js';

const ACTOR = { name: 'command line' };

/**
 * Lets an admin in again who lost the password: sets a new random one and prints it. All sessions of the account end.
 * Needs the data directory and the environment of the server, which may run or not.
 *
 * @param args `--user <name>` where there are several admins; `--admin` makes that user one
 * @returns the exit code
 */
export async function recover(env: NodeJS.ProcessEnv, args: readonly string[] = []): Promise<number> {
  const { values } = parseArgs({ args: [...args], options: { user: { type: 'string' }, admin: { type: 'boolean', default: false } } });
  const { user: name, admin } = values;
  const app = await buildApp(loadConfig({ ...env, LECTERN_LOG_LEVEL: 'error' }));
  const { users } = app.services;
  try {
    const { items: admins } = await users.list({ page: 1, limit: 100, role: 'admin' });
    const only = admins.length === 1 ? admins[0] : undefined;
    const user = name === undefined ? only : await users.findByUsername(name);
    if (!user) {
      const known = admins.map(({ username }) => username).join(', ');
      if (name !== undefined) console.error(`There is no user called ${name}. Admins: ${known || 'none'}.`);
      else if (admins.length === 0) console.error('There is no admin yet. Start the server and open its page to set it up.');
      else console.error(`There are several admins: ${known}. Say which one: lectern recover --user <name>`);
      return 1;
    }
    if (user.role !== 'admin' && !admin) {
      console.error(`${user.username} is not an admin. Add --admin to make them one, or let an admin change the password.`);
      return 1;
    }
    const password = randomBytes(12).toString('base64url');
    await users.update(user.id, { password, role: 'admin', state: 'active' }, ACTOR);
    console.log(
      `New password of ${user.username}: ${password}\nAll sessions of this account are over. Change the password after signing in.`,
    );
    return 0;
  } finally {
    await app.close();
  }
}
