import type { SimulatorRequest, SimulatorResponse } from '../simulator.js';
import type { PlexBehavior } from './types.js';
import { toXml } from './xml-form.js';

/** Faults are pages, whatever was asked for. */
export function htmlFault(status: number, title: string): SimulatorResponse {
  return {
    status,
    headers: { 'content-type': 'text/html', 'x-plex-protocol': '1.0' },
    body: `<html><head><title>${title}</title></head><body><h1>${status} ${title}</h1></body></html>`,
  };
}

/** XML unless JSON was asked for. */
export function containerAnswer(
  container: Record<string, unknown>,
  request: SimulatorRequest,
  { format, controlCharacters }: PlexBehavior,
): SimulatorResponse {
  const isJson = format === 'json' && String(request.headers.accept ?? '').includes('application/json');
  const text = isJson ? JSON.stringify({ MediaContainer: container }) : toXml(container);
  return {
    headers: {
      'content-type': isJson ? 'application/json' : 'text/xml;charset=utf-8',
      'x-plex-protocol': '1.0',
      'cache-control': 'no-cache',
    },
    body: controlCharacters ? text.replace(/(["\s]title"?[:=]")/g, '$1\u0004') : text,
  };
}
