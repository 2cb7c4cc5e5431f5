import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, type Route, type RouteAnswer } from '../../platform/http/route.js';
import { CATALOG_ID } from '../catalog/index.js';
import type { Cover } from './cover-files.js';
import type { CoverService } from './cover-service.js';
import { sentence } from '../../platform/words/index.js';

const width = Type.Object({
  w: Type.Optional(
    Type.Integer({
      minimum: 16,
      maximum: 2000,
      description:
        'The width it is shown at, in pixels. The picture comes in the next larger of 200, 400 and 600 where its source can do that.',
    }),
  ),
});

const picture = {
  method: 'GET',
  tag: 'books',
  access: { rule: 'user' },
  scopes: ['read'],
  query: width,
  errors: ['no_cover'],
  responses: { 200: { contentType: 'image/*' } },
} as const;

function answer({ bytes, contentType, etag }: Cover): RouteAnswer {
  return {
    status: 200,
    body: bytes,
    headers: {
      'content-type': contentType,
      etag,
      'cache-control': 'private, max-age=604800, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  };
}

/** Covers of books and pictures of authors served by this server, so that browsers contact nobody else. */
export function coverRoutes({ covers }: { readonly covers: CoverService }): Route[] {
  return [
    defineRoute({
      ...picture,
      path: '/api/covers/{asin}',
      summary: 'The cover of a book',
      params: Type.Object({ asin: Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }) }),
      async handler({ params, query }) {
        const cover = await covers.ofBook(params.asin, query.w);
        if (!cover) throw new ApiError('no_cover', sentence('problem.no_cover'));
        return answer(cover);
      },
    }),
    defineRoute({
      ...picture,
      path: '/api/authors/{id}/picture',
      summary: 'The picture of an author',
      params: Type.Object({ id: Type.String({ pattern: CATALOG_ID.source, maxLength: 50 }) }),
      async handler({ params, query }) {
        const found = await covers.ofAuthor(params.id, query.w);
        if (!found) throw new ApiError('no_cover', sentence('problem.no_picture'));
        return answer(found);
      },
    }),
  ];
}
