import { drift } from './drift.js';
import { parsePage, withoutComments } from './parse-page.js';
import type { SlowPage } from './schema.js';

function isFileAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, pathname, username } = new URL(text);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && !pathname.includes('/slow_download/');
}

/** Reads the page of a slow download. @throws IntegrationError BAD_RESPONSE naming what is missing */
export function readSlowPage(html: string, host: string): SlowPage {
  const page = parsePage(withoutComments(html), host, 'download', {
    blockTextElements: { script: true, style: true, noscript: true, pre: true },
  });
  const countdown = page.querySelector('.js-partner-countdown')?.textContent.trim();
  if (countdown !== undefined && /^\d+$/.test(countdown)) return { kind: 'wait', seconds: Number(countdown) };
  const written = page.querySelectorAll('[onclick]').map((entry) => entry.getAttribute('onclick') ?? '');
  const scripts = page.querySelectorAll('script').map((script) => script.textContent);
  const candidates = [
    ...[...written, ...scripts].map((text) => /navigator\.clipboard\.writeText\(\s*['"]([^'"]+)['"]/.exec(text)?.[1]),
    ...page.querySelectorAll('span.bg-gray-200, span.whitespace-normal').map((span) => span.textContent.trim()),
    ...page
      .querySelectorAll('a')
      .filter((link) => /download now/i.test(link.textContent))
      .map((link) => link.getAttribute('href')),
    ...scripts.map((text) => /window\.location\.href\s*=\s*['"]([^'"]+)['"]/.exec(text)?.[1]),
  ];
  const url = candidates.find((text): text is string => text !== undefined && isFileAddress(text));
  if (url !== undefined) return { kind: 'ready', url };
  if (/too many downloads/i.test(page.textContent)) return { kind: 'limit' };
  throw drift(host, 'download', 'a countdown (.js-partner-countdown) or the address of the file');
}
