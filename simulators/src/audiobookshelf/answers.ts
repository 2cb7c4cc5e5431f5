import type { SimulatorRequest, SimulatorResponse } from '../simulator.js';

export function text(status: number, body: string): SimulatorResponse {
  return { status, headers: { 'content-type': 'text/plain; charset=utf-8' }, body };
}

/** The server sends its own sentences as HTML, and the names of statuses as text. */
export function html(status: number, body: string): SimulatorResponse {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8' }, body };
}

export const OK: SimulatorResponse = { headers: { 'content-type': 'text/plain; charset=utf-8' }, body: 'OK' };
export const FORBIDDEN = text(403, 'Forbidden');
export const NOT_FOUND = text(404, 'Not Found');

export function jsonOf(request: SimulatorRequest): Record<string, unknown> {
  try {
    return JSON.parse(request.body.toString()) as Record<string, unknown>;
  } catch {
    return {};
  }
}
