import { IntegrationError, isIntegrationError } from '@lectern/plugin-api';
import type { CheckResult } from '@lectern/plugin-api';
import type { PushoverClient } from './client.js';
import { isLow } from './gate.js';
import type { Quota } from './schema.js';
import type { PushoverSettings } from './settings.js';

function describeQuota({ limit, remaining, resetAt }: Quota): string {
  const count = (value: number) => value.toLocaleString('en');
  const day = new Date(resetAt).toISOString().slice(0, 10);
  return `${count(remaining)} of ${count(limit)} messages are left until ${day}.`;
}

async function limitsOf(client: PushoverClient, signal: AbortSignal): Promise<Quota | undefined> {
  try {
    return await client.limits(signal);
  } catch (error) {
    // good to know, but not needed for sending
    if (signal.aborted || !isIntegrationError(error)) throw error;
    return undefined;
  }
}

/** Checks whether token, key and devices are known, and how many messages are left. Sends nothing. */
export async function checkPushover(client: PushoverClient, settings: PushoverSettings, signal: AbortSignal): Promise<CheckResult> {
  const { isGroup, devices } = await client.validate(signal);
  const unknown = settings.devices.filter((name) => !devices.includes(name));
  if (!isGroup && unknown.length > 0) {
    throw new IntegrationError('INTEGRATION_MISCONFIGURED', `The user has no device called ${unknown.join(', ')}.`, { field: 'devices' });
  }
  const quota = await limitsOf(client, signal);
  const whom = isGroup ? 'The key is that of a group.' : `The user has ${devices.length} device${devices.length === 1 ? '' : 's'}.`;
  const low = quota && isLow(quota) ? ['That is little: what is not an error will wait once one in a hundred is left.'] : [];
  return { ok: true, details: [whom, ...(quota ? [describeQuota(quota)] : []), ...low] };
}
