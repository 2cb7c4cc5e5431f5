import Type, { type TSchema } from 'typebox';

/** The query `?page=&limit=` of lists with totals. */
export const pageQuery = {
  page: Type.Integer({ minimum: 1, maximum: 100_000, default: 1 }),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
};

/** `{ items, page, limit, total }`. */
export function pageOf<T extends TSchema>(item: T) {
  return Type.Object({ items: Type.Array(item), page: Type.Integer(), limit: Type.Integer(), total: Type.Integer() });
}

/** The query `?cursor=` of endless lists. */
export const cursorQuery = {
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Integer({ minimum: 1, maximum: 100, default: 20 }),
};

/** The words that a list was searched for instead. */
export const searchedForSchema = Type.Optional(
  Type.String({
    description: 'The words that were probably meant, and under which the items were found. The search itself found nothing.',
  }),
);
