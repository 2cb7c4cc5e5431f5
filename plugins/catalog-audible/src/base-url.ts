import { fault } from './fault.js';

/** An address of the settings without trailing slashes. @throws `MISCONFIGURED` naming the field */
export function normalizeBaseUrl(text: string, field: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw fault('INTEGRATION_MISCONFIGURED', 'not_a_web_address', { values: { address: text }, field });
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
