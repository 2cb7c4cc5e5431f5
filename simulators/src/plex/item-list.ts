import type { SimulatorRequest } from '../simulator.js';
import type { PlexBehavior } from './types.js';

type Row = Readonly<Record<string, unknown>>;

/** A part of a list: sorted, limited by time and paged by headers as the real server does it. */
export function answerList(rows: readonly Row[], { query, headers }: SimulatorRequest, behavior: PlexBehavior): Record<string, unknown> {
  const [field = 'addedAt', direction] = (query.get('sort') ?? 'addedAt:asc').split(':');
  const sign = direction === 'desc' ? -1 : 1;
  const from = behavior.filtersByTime ? query.get(`${field}>>`) : null;
  const found = rows
    .filter((row) => from === null || Number(row[field]) >= Number(from))
    .map((row, index) => ({ row, index }))
    .sort((a, b) => sign * (Number(a.row[field]) - Number(b.row[field])) || a.index - b.index)
    .map(({ row }) => row);
  const size = Number(headers['x-plex-container-size']);
  if (behavior.paging === 'off' || !Number.isInteger(size)) return { size: found.length, ...metadata(found) };
  const offset = behavior.paging === 'stuck' ? 0 : Number(headers['x-plex-container-start'] ?? 0);
  const part = found.slice(offset, offset + size);
  return { size: part.length, totalSize: found.length, offset, ...metadata(part) };
}

/** An empty part has no such member. */
function metadata(rows: readonly Row[]): Record<string, unknown> {
  return rows.length > 0 ? { Metadata: rows } : {};
}
