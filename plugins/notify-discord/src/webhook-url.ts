import { IntegrationError } from '@lectern/plugin-api';

const HOSTS = ['discord.com', 'discordapp.com', 'ptb.discord.com', 'canary.discord.com', 'ptb.discordapp.com', 'canary.discordapp.com'];

const PATH = /^\/api(\/v\d+)?\/webhooks\/\d+\/[\w-]+\/?$/;

function refuse(message: string): never {
  // The address is a secret and is never repeated in a message.
  throw new IntegrationError('INTEGRATION_MISCONFIGURED', message, { field: 'webhookUrl' });
}

/**
 * Checks a webhook address and removes its query. Without `allowOtherHost` it accepts only Discord's own hosts, because
 * otherwise the setting could send requests anywhere.
 *
 * @throws IntegrationError MISCONFIGURED
 */
export function webhookAddress(url: string, allowOtherHost: boolean): string {
  const text = url.trim();
  if (!URL.canParse(text)) refuse('The webhook URL is not an address. Copy it again from Discord.');
  const parsed = new URL(text);
  if (parsed.protocol !== 'https:' && !(allowOtherHost && parsed.protocol === 'http:')) refuse('The webhook URL must begin with https://.');
  if (parsed.username !== '' || parsed.password !== '') refuse('The webhook URL must not hold a username.');
  if (!allowOtherHost) {
    if (!HOSTS.includes(parsed.hostname) || parsed.port !== '') {
      refuse('The webhook URL is not one of Discord. Switch on "Allow another host" if that is intended.');
    }
    if (!PATH.test(parsed.pathname)) refuse('The webhook URL is incomplete: it ends with the webhook’s number and its token.');
  }
  return `${parsed.origin}${parsed.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
