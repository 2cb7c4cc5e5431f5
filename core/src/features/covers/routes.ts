import Type from 'typebox';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, type Route } from '../../platform/http/route.js';
import type { CoverService } from './cover-service.js';

/** Book covers served by this server, so that browsers contact nobody else. */
export function coverRoutes({ covers }: { readonly covers: CoverService }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/covers/{asin}',
      summary: 'The cover of a book',
      tag: 'books',
      access: { rule: 'user' },
      scopes: ['read'],
      params: Type.Object({ asin: Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }) }),
      query: Type.Object({
        w: Type.Optional(
          Type.Integer({
            minimum: 16,
            maximum: 2000,
            description:
              'The width it is shown at, in pixels. The picture comes in the next larger of 200, 400 and 600 where its source can do that.',
          }),
        ),
      }),
      errors: ['no_cover'],
      responses: { 200: { contentType: 'image/*' } },
      async handler({ params, query }) {
        const cover = await covers.ofBook(params.asin, query.w);
        if (!cover) throw new ApiError('no_cover', 'This book has no cover.');
        return {
          status: 200,
          body: cover.bytes,
          headers: {
            'content-type': cover.contentType,
            etag: cover.etag,
            'cache-control': 'private, max-age=604800, immutable',
            'x-content-type-options': 'nosniff',
            'content-security-policy': "default-src 'none'; sandbox",
          },
        };
      },
    }),
  ];
}
