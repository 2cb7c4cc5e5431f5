import { defineRoute, type Route } from '../../platform/http/route.js';
import { openEventStream, type EventStreamDeps } from './event-stream.js';

/** Live events of the web UI, as server-sent events. */
export function eventRoutes(deps: EventStreamDeps): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/events',
      summary: 'What happens, as it happens',
      description:
        'Server-sent events: `request.updated`, `request.deleted`, `search.updated`, `preview.updated`, `release-search.updated`, `job.updated`, `integration.updated`, `library.updated`, `shelf.updated`, `ignore-list.updated`, `following.updated`, `home.updated`, `listening.updated`, `works.updated`, `report.updated`, `rename.updated`, `check-up.updated`, `take-in.updated`, `library-bin.updated`, `webhook.updated`, `notification`. Each caller gets what concerns them; admins get all. The stream ends with the session.',
      tag: 'events',
      access: { rule: 'user' },
      scopes: ['read'],
      responses: { 200: { contentType: 'text/event-stream' } },
      handler: ({ caller, signal }) => ({
        status: 200,
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
        body: openEventStream(deps, caller, signal),
      }),
    }),
  ];
}
