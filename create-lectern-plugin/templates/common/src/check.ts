import type { Call, CheckResult } from '@lectern/plugin-api';
import type { Client } from './client.js';
import { detail } from './detail.js';

/** Answers the Test button: whether the service answers, and what an admin should know of it. */
export async function check(client: Client, { signal }: Call): Promise<CheckResult> {
  const version = await client.version(signal);
  return { ok: true, version, details: [detail('token_accepted')] };
}
