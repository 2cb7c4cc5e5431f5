import Type from 'typebox';

/** The query `?from=&to=` of lists whose rows have a time. */
export const timeRangeQuery = {
  from: Type.Optional(Type.String({ format: 'date-time', maxLength: 50, description: 'Inclusive.' })),
  to: Type.Optional(Type.String({ format: 'date-time', maxLength: 50, description: 'Exclusive.' })),
};

/** Converts times to the format of the rows, so that comparing text compares times. */
export function inUtc<F extends { readonly from?: string; readonly to?: string }>(query: F): F {
  const { from, to } = query;
  return { ...query, ...(from && { from: new Date(from).toISOString() }), ...(to && { to: new Date(to).toISOString() }) };
}
