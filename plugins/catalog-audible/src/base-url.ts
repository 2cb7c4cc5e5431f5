import { IntegrationError } from '@lectern/plugin-api';

/** An address of the settings without trailing slashes. @throws `MISCONFIGURED` naming the field */
export function normalizeBaseUrl(text: string, field: string): string {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new IntegrationError('INTEGRATION_MISCONFIGURED', `“${text}” is not an http or https address.`, { field });
  }
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
}
