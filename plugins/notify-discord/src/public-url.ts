const PRIVATE_NAME = /(^|\.)(localhost|local|lan|internal|intranet|home|corp|private|home\.arpa|test|invalid|onion)$/;

function isPublicIpv4(host: string): boolean {
  const [a = 0, b = 0] = host.split('.').map(Number);
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  return !((a === 100 && b >= 64 && b < 128) || (a === 169 && b === 254) || (a === 172 && b >= 16 && b < 32) || (a === 192 && b === 168));
}

/**
 * Whether Discord's servers may be able to fetch a picture there: http(s), and not a host on a private network. Names
 * are judged by their form; nothing is resolved.
 */
export function isPublicUrl(url: string | undefined): url is string {
  if (url === undefined || !URL.canParse(url)) return false;
  const { protocol, hostname, username } = new URL(url);
  if ((protocol !== 'https:' && protocol !== 'http:') || username !== '') return false;
  if (/^\d+\.\d+\.\d+\.\d+$/.test(hostname)) return isPublicIpv4(hostname);
  // Global unicast is 2000::/3.
  if (hostname.startsWith('[')) return /^\[[23]/.test(hostname);
  return hostname.includes('.') && !PRIVATE_NAME.test(hostname.replace(/\.$/, ''));
}
