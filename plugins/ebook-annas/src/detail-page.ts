import { drift } from './drift.js';
import { fault } from './fault.js';
import { parsePage, withoutComments } from './parse-page.js';
import type { SlowServer } from './schema.js';

/**
 * The free downloads of a file, those without a waitlist first. Empty if the archive offers this file only to members.
 *
 * @throws IntegrationError NOT_FOUND, or BAD_RESPONSE naming what is missing
 */
export function readSlowServers(html: string, md5: string, host: string): readonly SlowServer[] {
  const page = parsePage(withoutComments(html), host, 'file');
  if (!page.querySelector('.main-inner')) {
    if (/not found/i.test(page.querySelector('main')?.textContent ?? '')) {
      throw fault('INTEGRATION_NOT_FOUND', 'file_gone', { values: { host } });
    }
    throw drift(host, 'file', '.main-inner');
  }
  for (const external of page.querySelectorAll('.js-show-external')) external.remove();
  const links = page.querySelectorAll('a');
  const servers = links.flatMap((link): SlowServer[] => {
    const path = link.getAttribute('href') ?? '';
    if (!path.startsWith(`/slow_download/${md5}/`)) return [];
    const words = link.parentNode?.textContent ?? '';
    return [{ path, hasWaitlist: !/no waitlist/i.test(words) }];
  });
  if (servers.length === 0 && !links.some((link) => /slow_download|fast_download|\/account/.test(link.getAttribute('href') ?? ''))) {
    throw drift(host, 'file', 'links to /slow_download/… or /fast_download/…');
  }
  return servers.sort((a, b) => Number(a.hasWaitlist) - Number(b.hasWaitlist));
}
