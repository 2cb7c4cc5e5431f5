/** Settings of an integration, as the schema describes them. */
export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret?: string;
  readonly buttonText?: string;
  readonly scopes?: readonly string[];
  readonly groupClaim?: string;
  readonly allowedGroups?: readonly string[];
  readonly adminGroups?: readonly string[];
  readonly clientAuthMethod?: 'auto' | 'client_secret_basic' | 'client_secret_post' | 'none';
  readonly authorizationUrl?: string;
  readonly exchangeUrl?: string;
  readonly jwksUrl?: string;
  readonly userinfoUrl?: string;
}

/** All addresses in the settings. */
export function addressesOf(settings: OidcSettings): string[] {
  const { issuer, authorizationUrl, exchangeUrl, jwksUrl, userinfoUrl } = settings;
  return [issuer, authorizationUrl, exchangeUrl, jwksUrl, userinfoUrl].filter((url) => url !== undefined && url !== '') as string[];
}
