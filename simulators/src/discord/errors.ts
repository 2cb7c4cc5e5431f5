import type { SimulatorResponse } from '../simulator.js';

const limited = { message: 'You are being rate limited.' };

/** Refusals Discord is known to give. */
export const DISCORD_ERRORS = {
  'empty-message': { status: 400, body: { message: 'Cannot send an empty message', code: 50006 } },
  'invalid-json': { status: 400, body: { message: 'The request body contains invalid JSON.', code: 50109 } },
  'forum-needs-thread': {
    status: 400,
    body: { message: 'Webhooks posted to forum channels must have a thread_name or thread_id', code: 220001 },
  },
  'invalid-token': { status: 401, body: { message: 'Invalid Webhook Token', code: 50027 } },
  'missing-permissions': { status: 403, body: { message: 'Missing Permissions', code: 50013 } },
  'unknown-webhook': { status: 404, body: { message: 'Unknown Webhook', code: 10015 } },
  'limit-bucket': {
    status: 429,
    headers: {
      'retry-after': '1',
      'x-ratelimit-limit': '5',
      'x-ratelimit-remaining': '0',
      'x-ratelimit-reset-after': '0.657',
      'x-ratelimit-scope': 'user',
    },
    body: { ...limited, retry_after: 0.657, global: false },
  },
  'limit-global': {
    status: 429,
    headers: { 'retry-after': '65', 'x-ratelimit-global': 'true', 'x-ratelimit-scope': 'global' },
    body: { ...limited, retry_after: 64.57, global: true },
  },
  'limit-shared': {
    status: 429,
    headers: { 'retry-after': '1337', 'x-ratelimit-scope': 'shared' },
    body: { message: 'The resource is being rate limited.', retry_after: 1336.57, global: false },
  },
  'ban-html': {
    status: 429,
    headers: { 'retry-after': '600', 'content-type': 'text/html' },
    body: '<!DOCTYPE html><html><head><title>Access denied</title></head></html>',
  },
  'bad-gateway': { status: 502, headers: { 'content-type': 'text/html' }, body: '' },
} as const satisfies Record<string, SimulatorResponse>;

/** Name of a refusal. */
export type DiscordErrorName = keyof typeof DISCORD_ERRORS;
