import Type from 'typebox';
import { partOf } from '../../platform/http/byte-range.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, type Route } from '../../platform/http/route.js';
import type { SampleService } from './sample-service.js';
import { sentence } from '../../platform/words/index.js';

/** Samples of books served by this server, so that browsers contact nobody else. */
export function sampleRoutes({ samples }: { readonly samples: SampleService }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/audiobooks/{asin}/sample',
      summary: 'A few minutes of a book to listen to',
      description: 'Answers a range of bytes as well, as players ask for it.',
      tag: 'books',
      access: { rule: 'user' },
      scopes: ['read'],
      params: Type.Object({ asin: Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }) }),
      errors: ['no_sample', 'range_not_satisfiable'],
      responses: { 200: { contentType: 'audio/*' }, 206: { contentType: 'audio/*' } },
      async handler({ params, header }) {
        const sample = await samples.ofBook(params.asin);
        if (!sample) throw new ApiError('no_sample', sentence('problem.no_sample'));
        const { bytes, contentType, etag } = sample;
        const part = partOf({ range: header('range'), ifRange: header('if-range') }, bytes.length, etag);
        const headers = {
          'content-type': contentType,
          etag,
          'accept-ranges': 'bytes',
          'cache-control': 'private, max-age=86400',
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
        };
        if (part === 'all') return { status: 200, body: bytes, headers };
        const { start, end } = part;
        return {
          status: 206,
          body: bytes.subarray(start, end + 1),
          headers: { ...headers, 'content-range': `bytes ${start}-${end}/${bytes.length}` },
        };
      },
    }),
  ];
}
