import { createReadStream, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Type from 'typebox';
import { CORE_DIR } from '../../platform/config/core-dir.js';
import { openApiDocument } from '../../platform/http/openapi.js';
import { ApiError } from '../../platform/http/problem.js';
import { defineRoute, json, type Route, type RouteAnswer } from '../../platform/http/route.js';
import { sentence } from '../../platform/words/index.js';

export interface ApiDocsRoutesDeps {
  /** All routes of the server, requested when the document is first needed. */
  readonly routes: () => readonly Route[];
  readonly version: string;
  /** The path below which the API is reached; empty if there is none. */
  readonly basePath: string;
}

const ASSETS: Readonly<Record<string, string>> = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
};

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lectern API</title>
<link rel="icon" href="docs/favicon-32x32.png">
<link rel="stylesheet" href="docs/swagger-ui.css">
</head>
<body>
<div id="docs"></div>
<script src="docs/swagger-ui-bundle.js"></script>
<script src="docs/start.js"></script>
</body>
</html>
`;

/**
 * Starts the page; requests from it carry the session's CSRF token. Its groups open by a click, since all operations at once would keep a
 * browser busy for many seconds.
 */
const START = `SwaggerUIBundle({
  url: 'openapi.json',
  dom_id: '#docs',
  deepLinking: true,
  docExpansion: 'none',
  filter: true,
  validatorUrl: null,
  requestInterceptor(request) {
    const token = /(?:^|; )lectern_csrf=([^;]*)/.exec(document.cookie);
    if (token && new URL(request.url, location.href).origin === location.origin) {
      request.headers['x-csrf-token'] = decodeURIComponent(token[1]);
    }
    return request;
  },
});
`;

function content(body: NonNullable<RouteAnswer['body']>, type: string, cache: string): RouteAnswer {
  return { status: 200, body, headers: { 'content-type': type, 'cache-control': cache, 'content-security-policy': POLICY } };
}

/**
 * The build copies the files of Swagger UI beside the bundle, so that its package, which reports installations, is not
 * installed with ours.
 */
function findAssets(): string {
  const built = join(CORE_DIR, 'dist/bundle/api-docs');
  return existsSync(built) ? built : dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
}

/** Links in other places and tools that read descriptions add parameters of their own. */
const common = { method: 'GET', tag: 'system', access: { rule: 'public' }, scopes: 'none', ignoresUnknownQuery: true } as const;

/** The API's description, and a page to read and try it. */
export function apiDocsRoutes({ routes, version, basePath }: ApiDocsRoutesDeps): Route[] {
  const assets = findAssets();
  let document: object | undefined;

  return [
    defineRoute({
      ...common,
      path: '/api/openapi.json',
      compress: true,
      summary: 'This API as an OpenAPI 3.1 document',
      responses: { 200: Type.Object({ openapi: Type.String() }) },
      handler: () => json((document ??= openApiDocument(routes(), version, basePath))),
    }),
    defineRoute({
      ...common,
      path: '/api/docs',
      summary: 'A page to read about and try out this API',
      responses: { 200: { contentType: 'text/html' } },
      handler: () => content(PAGE, 'text/html; charset=utf-8', 'no-cache'),
    }),
    defineRoute({
      ...common,
      path: '/api/docs/{file}',
      compress: true,
      summary: 'Parts of that page',
      params: Type.Object({ file: Type.String({ maxLength: 100 }) }),
      responses: { 200: { contentType: '*/*' } },
      handler({ params: { file } }) {
        if (file === 'start.js') return content(START, 'text/javascript; charset=utf-8', 'no-cache');
        const type = Object.hasOwn(ASSETS, file) ? ASSETS[file] : undefined;
        if (type === undefined) throw new ApiError('not_found', sentence('problem.no_web_file'));
        return content(createReadStream(join(assets, file)), type, 'public, max-age=86400');
      },
    }),
  ];
}
