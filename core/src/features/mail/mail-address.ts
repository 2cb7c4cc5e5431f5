import { domainToASCII } from 'node:url';

const LOCAL = /^[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+(\.[\p{L}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;
const DOMAIN = /^[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?(\.[\p{L}\p{N}]([\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}])?)*$/u;

/**
 * Whether a text is one plain e-mail address. Quoted local parts, comments and addresses in brackets are valid in a message but used by
 * nobody, and are where tricks are hidden; they are refused.
 */
export function isMailAddress(text: string): boolean {
  if (text.length > 254) return false;
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), text.slice(at + 1)];
  return at > 0 && local.length <= 64 && LOCAL.test(local) && DOMAIN.test(domain);
}

/** The domain of an address in the letters of host names. */
export function domainOf(address: string): string {
  return domainToASCII(address.slice(address.lastIndexOf('@') + 1)) || 'localhost';
}
