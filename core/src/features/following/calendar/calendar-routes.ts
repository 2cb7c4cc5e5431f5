import { createHash } from 'node:crypto';
import Type from 'typebox';
import { ApiError } from '../../../platform/http/problem.js';
import { defineRoute, json, noContent, type Route } from '../../../platform/http/route.js';
import { actorOf } from '../../audit/index.js';
import type { UserService } from '../../users/index.js';
import type { CalendarAddresses } from './calendar-addresses.js';
import type { ComingUpCalendar } from './coming-up-calendar.js';
import { sentence } from '../../../platform/words/index.js';

interface CalendarRoutesDeps {
  readonly users: Pick<UserService, 'get'>;
  readonly calendarAddresses: CalendarAddresses;
  readonly calendar: ComingUpCalendar;
}

const PATH = '/api/user/calendar-address';

const addressSchema = Type.Object({ createdAt: Type.String() }, { $id: 'CalendarAddress' });
const addressAnswer = Type.Object({ address: Type.Union([addressSchema, Type.Null()]) });

/** The address of one's calendar. No API token may make or see one: a leaked token must not be able to outlive its end. */
function addressRoutes({ calendarAddresses }: CalendarRoutesDeps): Route[] {
  const own = { tag: 'following', access: { rule: 'user' }, scopes: 'none' } as const;
  return [
    defineRoute({
      ...own,
      method: 'GET',
      path: PATH,
      summary: 'Whether your books to come have a calendar address',
      responses: { 200: addressAnswer },
      handler: async ({ caller }) => json({ address: (await calendarAddresses.of(caller.userId)) ?? null }),
    }),
    defineRoute({
      ...own,
      method: 'POST',
      path: PATH,
      summary: 'Make a calendar address for your books to come',
      description:
        'Calendar programs subscribe to it. It works without a session until you revoke it: whoever has it can read the list. If there is one already, it stops working. Shown only this once.',
      callerRateLimit: 'token-create',
      responses: {
        201: Type.Object({
          token: Type.String(),
          path: Type.String({ description: 'Append it to the address of this server.' }),
          address: addressSchema,
        }),
      },
      async handler(context) {
        const { token, createdAt } = await calendarAddresses.make(context.caller.userId, actorOf(context));
        return json({ token, path: `/api/calendar.ics?token=${token}`, address: { createdAt } }, 201);
      },
    }),
    defineRoute({
      ...own,
      method: 'DELETE',
      path: PATH,
      summary: 'Revoke your calendar address',
      responses: { 204: null },
      async handler(context) {
        await calendarAddresses.revoke(context.caller.userId, actorOf(context));
        return noContent();
      },
    }),
  ];
}

/** The addresses of other people, which admins see without their tokens and can end. */
function everyonesAddressRoutes({ calendarAddresses, users }: CalendarRoutesDeps): Route[] {
  const path = '/api/admin/users/{id}/calendar-address';
  const params = Type.Object({ id: Type.String({ maxLength: 36 }) });
  const common = { tag: 'users', access: { rule: 'admin' }, scopes: 'none', path, params } as const;
  const mustExist = async (id: string): Promise<void> => {
    if (!(await users.get(id))) throw new ApiError('not_found', sentence('problem.no_user'));
  };
  return [
    defineRoute({
      ...common,
      method: 'GET',
      summary: 'Whether the books to come of a user have a calendar address',
      responses: { 200: addressAnswer },
      async handler({ params: { id } }) {
        await mustExist(id);
        return json({ address: (await calendarAddresses.of(id)) ?? null });
      },
    }),
    defineRoute({
      ...common,
      method: 'DELETE',
      summary: 'Revoke the calendar address of a user',
      description: 'Calendars that use it are not updated any more. The user can make another one.',
      responses: { 204: null },
      async handler(context) {
        await mustExist(context.params.id);
        await calendarAddresses.revoke(context.params.id, actorOf(context));
        return noContent();
      },
    }),
  ];
}

/** The calendar of books to come, and its address. */
export function calendarRoutes(deps: CalendarRoutesDeps): Route[] {
  return [
    ...addressRoutes(deps),
    ...everyonesAddressRoutes(deps),
    defineRoute({
      method: 'GET',
      path: '/api/calendar.ics',
      tag: 'following',
      access: { rule: 'public' },
      scopes: 'none',
      rateLimit: 'calendar',
      summary: 'Books to come as a calendar (iCalendar)',
      description:
        'For the person whose calendar address it is. The token is in the query, which no log has. Answers 404 for an address that was revoked or renewed, and while its owner may not sign in.',
      // some programs add parameters of their own to an address
      ignoresUnknownQuery: true,
      query: Type.Object({ token: Type.String({ minLength: 1, maxLength: 200 }) }),
      errors: ['not_found'],
      responses: { 200: { contentType: 'text/calendar' } },
      async handler({ query }) {
        const userId = await deps.calendarAddresses.ownerOf(query.token);
        if (userId === undefined) throw new ApiError('not_found', sentence('problem.no_calendar'));
        const body = await deps.calendar(userId);
        const headers = {
          'content-type': 'text/calendar; charset=utf-8',
          'cache-control': 'private, no-cache',
          etag: `"${createHash('sha256').update(body).digest('base64url')}"`,
        };
        return { status: 200, headers, body };
      },
    }),
  ];
}
