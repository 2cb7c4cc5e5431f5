import { OFFERED_LANGUAGES, PSEUDO_LOCALE } from '@lectern/messages';
import Type from 'typebox';
import { defineRoute, type Route } from '../../platform/http/route.js';
import { createSpeakers, type Speakers, type SpokenTag } from '../../platform/words/index.js';
import { openEventStream, type EventStreamDeps } from './event-stream.js';

/** A browser cannot set headers of a stream of events, so the language stands in the address. */
const language = Type.Unsafe<SpokenTag>(
  Type.String({
    enum: [...OFFERED_LANGUAGES.map(({ tag }) => tag), PSEUDO_LOCALE],
    description: 'Of sentences. Default: as `Accept-Language` says.',
  }),
);

/** Live events of the web UI, as server-sent events. */
export function eventRoutes({ speakers = createSpeakers(), ...deps }: EventStreamDeps & { readonly speakers?: Speakers }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/events',
      summary: 'What happens, as it happens',
      description:
        'Server-sent events: `request.updated`, `request.deleted`, `search.updated`, `preview.updated`, `release-search.updated`, `job.updated`, `integration.updated`, `library.updated`, `shelf.updated`, `ignore-list.updated`, `following.updated`, `home.updated`, `listening.updated`, `works.updated`, `report.updated`, `rename.updated`, `check-up.updated`, `take-in.updated`, `library-bin.updated`, `webhook.updated`, `notification`. An `alive` comes every four seconds, so that a reader who hears none knows that the connection is dead. Each caller gets what concerns them; admins get all. The stream ends with the session.',
      tag: 'events',
      access: { rule: 'user' },
      scopes: ['read'],
      query: Type.Object({ language: Type.Optional(language) }),
      responses: { 200: { contentType: 'text/event-stream' } },
      handler: async ({ query, caller, say, signal }) => ({
        status: 200,
        headers: { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store', 'x-accel-buffering': 'no' },
        body: openEventStream(deps, {
          caller,
          say: query.language === undefined ? say : await speakers.in(query.language),
          signal,
        }),
      }),
    }),
  ];
}
