import Type from 'typebox';
import type { Database } from '../../platform/db/index.js';
import { defineRoute, json, type Route } from '../../platform/http/route.js';
import { sayingNoPlaces } from '../../platform/logging/hide-places.js';
import { regionId } from '../catalog/index.js';
import { quotaStateSchema, readQuota, type QuotaDeps } from './quota.js';
import { BATCH_ERRORS, requestBatch, type BatchItem } from './request-batch.js';
import { anyReadingMember, statusSchema } from './request-schemas.js';
import type { RequestService } from './request-service.js';

/** Books of one batch. */
const MOST_AT_ONCE = 50;

const batchItemSchema = Type.Object(
  {
    asin: Type.String(),
    code: Type.Unsafe<BatchItem['code']>(Type.Union(['created', 'joined', ...BATCH_ERRORS].map((code) => Type.Literal(code)))),
    requestId: Type.Union([Type.String(), Type.Null()], {
      description: 'The new request, the one you now subscribe to, or your own that was there.',
    }),
    status: Type.Union([statusSchema, Type.Null()], { description: 'Of a new request; `awaiting_approval`: an admin has to approve it.' }),
    message: Type.Union([Type.String(), Type.Null()], { description: 'Why it was not requested.' }),
  },
  { $id: 'RequestBatchItem' },
);

export interface BatchRouteDeps extends QuotaDeps {
  readonly database: Pick<Database, 'read'>;
  readonly service: Pick<RequestService, 'create'>;
}

/** Several books with one call. */
export function batchRoutes({ database, service, ...quota }: BatchRouteDeps): Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/requests/batch',
      summary: 'Ask for several audiobooks',
      description:
        'Each book answers with a code of its own, as `POST /api/requests` would. What exceeds your request limit is not requested; the other books are.',
      tag: 'requests',
      access: { rule: 'user' },
      scopes: ['requests:write'],
      callerRateLimit: 'request-batch',
      body: Type.Object(
        {
          asins: Type.Array(Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }), { minItems: 1, maxItems: MOST_AT_ONCE }),
          regions: Type.Optional(
            Type.Record(Type.String({ pattern: '^[A-Z0-9]{10}$', maxLength: 10 }), regionId, {
              maxProperties: MOST_AT_ONCE,
              additionalProperties: false,
              description: 'The region of the catalogue in which a book was found, by its ASIN. Default: the server’s.',
            }),
          ),
          anyReading: anyReadingMember,
        },
        { additionalProperties: false },
      ),
      responses: {
        200: Type.Object({
          items: Type.Array(batchItemSchema, { description: 'In the order of the call, each ASIN once.' }),
          created: Type.Integer(),
          joined: Type.Integer(),
          awaitingApproval: Type.Integer({ description: 'How many of the created ones wait for an admin.' }),
          overQuota: Type.Integer({ description: 'How many your request limit did not allow.' }),
          quota: quotaStateSchema,
        }),
      },
      async handler({ body, caller, address, say }) {
        const origin = caller.via === 'api-token' ? 'api-token' : 'manual';
        const items = await requestBatch({ database, service }, { ...caller, address }, body.asins, {
          origin,
          anyReading: body.anyReading,
          regions: body.regions,
        });
        const count = (is: (item: BatchItem) => boolean): number => items.filter(is).length;
        const sayRefusal = caller.role === 'admin' ? say : sayingNoPlaces(say);
        return json({
          items: items.map((item) => ({ ...item, message: item.message && sayRefusal(item.message) })),
          created: count(({ code }) => code === 'created'),
          joined: count(({ code }) => code === 'joined'),
          awaitingApproval: count(({ status }) => status === 'awaiting_approval'),
          overQuota: count(({ code }) => code === 'quota_exceeded'),
          quota: await readQuota(quota, database.read, caller),
        });
      },
    }),
  ];
}
