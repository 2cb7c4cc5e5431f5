import { fault } from './fault.js';

const HOSTS = ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com', 'ptb.discordapp.com', 'canary.discordapp.com'];

const PATH = /^\/api(\/v\d+)?\/webhooks\/\d+\/[\w-]+\/?$/;

type Wrong = 'url_not_an_address' | 'url_not_https' | 'url_with_username' | 'url_of_another' | 'url_incomplete';

function refuse(key: Wrong): never {
  // The address is a secret and is never repeated in a message.
  throw fault('INTEGRATION_MISCONFIGURED', key, { field: 'webhookUrl' });
}

/**
 * Checks a webhook address and removes its query. Without `allowOtherHost` it accepts only Discord's own hosts, because
 * otherwise the setting could send requests anywhere.
 *
 * @throws IntegrationError MISCONFIGURED
 */
export function webhookAddress(url: string, allowOtherHost: boolean): string {
  const text = url.trim();
  if (!URL.canParse(text)) refuse('url_not_an_address');
  const parsed = new URL(text);
  if (parsed.protocol !== 'https:' && !(allowOtherHost && parsed.protocol === 'http:')) refuse('url_not_https');
  if (parsed.username !== '' || parsed.password !== '') refuse('url_with_username');
  if (!allowOtherHost) {
    if (!HOSTS.includes(parsed.hostname) || parsed.port !== '') {
      refuse('url_of_another');
    }
    if (!PATH.test(parsed.pathname)) refuse('url_incomplete');
  }
  return `${parsed.origin}${parsed.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
