import Type from 'typebox';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { annotatedBookSchema } from '../catalog/index.js';
import type { HomeService } from './home-service.js';

const homeSection = Type.Object(
  {
    id: Type.Union(['popular', 'new-releases', 'in-progress', 'recently-added'].map((id) => Type.Literal(id))),
    title: Type.String(),
    items: Type.Array(annotatedBookSchema),
    stale: Type.Optional(Type.Boolean({ description: 'The list could not be refreshed for some time.' })),
    fetchedAt: Type.Optional(Type.String()),
  },
  { $id: 'HomeSection' },
);

/** The page people see first. */
export function homeRoutes({ home }: { readonly home: HomeService }): Route[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/api/home',
      compress: true,
      summary: 'The sections of the home page',
      tag: 'books',
      access: { rule: 'user' },
      scopes: ['read'],
      responses: { 200: Type.Object({ sections: Type.Array(homeSection) }) },
      handler: async ({ caller }) => json({ sections: await home.sections(caller) }),
    }),
  ];
}
