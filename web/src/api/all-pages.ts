interface Page<T> {
  readonly items: readonly T[];
  readonly limit: number;
  readonly total: number;
}

/** As much as a page of the API holds. */
export const MOST_A_PAGE = 100;

/** Reads a list page by page to its end. What moves to another page meanwhile is there once, or not at all. */
export async function allPages<T extends { readonly id: string }>(read: (page: number) => Promise<Page<T>>): Promise<T[]> {
  const found = new Map<string, T>();
  for (let page = 1, end = Infinity; page <= end; page += 1) {
    const { items, limit, total } = await read(page);
    for (const item of items) found.set(item.id, item);
    end = Math.ceil(total / limit);
  }
  return [...found.values()];
}
