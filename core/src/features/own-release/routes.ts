import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { candidateSchema } from '../search/candidate-schemas.js';
import type { ReleaseBringing } from './bring-release.js';
import { LARGEST_NZB, LARGEST_TORRENT } from './own-release.js';
import { LONGEST_MAGNET, readMagnet } from './read-magnet.js';
import { readNzb } from './read-nzb.js';
import { readTorrent } from './read-torrent.js';
import { sayCandidate } from '../search/candidate-view.js';

const common = {
  method: 'POST',
  tag: 'requests',
  access: { rule: 'user', owns: { param: 'id', resource: 'request' }, permission: 'interactiveSearch' },
  scopes: ['requests:write'],
  callerRateLimit: 'own-release',
  params: Type.Object({ id: Type.String({ format: 'uuid', maxLength: 36 }) }),
  errors: ['request_state', 'unfit_release', 'unknown_book', 'catalogue_unavailable'],
  responses: { 201: Type.Object({ candidate: candidateSchema }) },
} as const;

const TAKING = 'It becomes a candidate of the request, judged like those of a search. Take it with `POST /api/requests/{id}/select`.';

/** Bringing a release of one's own to a request. */
export function ownReleaseRoutes(bring: ReleaseBringing): Route[] {
  return [
    defineRoute({
      ...common,
      path: '/api/requests/{id}/own-release/magnet',
      summary: 'Bring a magnet link',
      description: `${TAKING} Of its addresses, only trackers are kept; those of private networks only for admins.`,
      body: Type.Object({ magnet: Type.String({ minLength: 1, maxLength: LONGEST_MAGNET }) }, { additionalProperties: false }),
      handler: async ({ params, body, caller, say, address, signal }) =>
        json(
          { candidate: sayCandidate(await bring({ ...caller, address }, params.id, (rule) => readMagnet(body.magnet, rule), signal), say) },
          201,
        ),
    }),
    defineRoute({
      ...common,
      path: '/api/requests/{id}/own-release/torrent',
      summary: 'Bring a .torrent file',
      description: `${TAKING} Of its addresses, only trackers are kept; those of private networks only for admins.`,
      rawBody: ['application/x-bittorrent'],
      maxBodyBytes: LARGEST_TORRENT,
      handler: async ({ params, rawBody, caller, say, address, signal }) =>
        json(
          { candidate: sayCandidate(await bring({ ...caller, address }, params.id, (rule) => readTorrent(rawBody, rule), signal), say) },
          201,
        ),
    }),
    defineRoute({
      ...common,
      path: '/api/requests/{id}/own-release/nzb',
      summary: 'Bring an .nzb file',
      description: TAKING,
      query: Type.Object({
        name: Type.String({ minLength: 1, maxLength: 300, description: 'The name of the file, by which the release is judged.' }),
      }),
      rawBody: ['application/x-nzb'],
      maxBodyBytes: LARGEST_NZB,
      handler: async ({ params, query, rawBody, caller, say, address, signal }) =>
        json(
          { candidate: sayCandidate(await bring({ ...caller, address }, params.id, () => readNzb(rawBody, query.name), signal), say) },
          201,
        ),
    }),
  ];
}
