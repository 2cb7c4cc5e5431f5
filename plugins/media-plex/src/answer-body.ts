import type { HttpResponse, IntegrationError } from '@lectern/plugin-api';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { fault } from './fault.js';
import { isRaw, withoutControls } from './schema.js';
import type { Raw } from './schema.js';

const LISTS = new Set(['Directory', 'Track', 'Video', 'Metadata', 'Location', 'Media', 'Part', 'Guid', 'Style', 'Mood', 'Genre']);

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseAttributeValue: false,
  parseTagValue: false,
  isArray: (name) => LISTS.has(name),
});

/**
 * A media server's answer, in the same shape whether it came as JSON or as XML. We request JSON, but some proxies and
 * old servers answer in XML, and titles may contain characters that neither format allows.
 *
 * @throws `BAD_RESPONSE` for anything else, including web pages
 */
export function readContainer(answer: HttpResponse): Raw {
  const text = withoutControls(answer.text()).trim();
  if (isPage(answer, text)) {
    throw fault('INTEGRATION_BAD_RESPONSE', 'web_page');
  }
  const body = text.startsWith('<') ? parseXml(text) : parseJson(text);
  if (!isRaw(body) || !isRaw(body.MediaContainer)) throw unreadable();
  return body.MediaContainer;
}

/** The body of an answer from plex.tv, which is always JSON. */
export function readJson(answer: HttpResponse): unknown {
  return parseJson(withoutControls(answer.text()));
}

function isPage(answer: HttpResponse, text: string): boolean {
  return (answer.headers['content-type'] ?? '').includes('text/html') || /^<(!doctype\s+html|html)\b/i.test(text);
}

function parseXml(text: string): unknown {
  // custom entities have no place in these answers, and can be made to grow endlessly
  if (/<!DOCTYPE/i.test(text) || XMLValidator.validate(text) !== true) throw unreadable();
  try {
    const parsed = parser.parse(text) as Raw;
    // an element without attributes and children becomes an empty text
    return parsed.MediaContainer === '' ? { MediaContainer: {} } : parsed;
  } catch (cause) {
    throw unreadable(cause);
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause?: unknown): IntegrationError {
  return cause instanceof Error
    ? fault('INTEGRATION_BAD_RESPONSE', 'unreadable_kind', { values: { kind: cause.name } })
    : fault('INTEGRATION_BAD_RESPONSE', 'unreadable');
}
