import type { Database } from '../../platform/db/index.js';

/** How many {@link addThousands} adds. */
export const THOUSANDS = 2_400;

const A_STATEMENT = 400;

/** Adds requests of two people, a third of them the first one's, half of them active, several of each second. */
export async function addThousands(database: Database, [first, second]: readonly [string, string]): Promise<void> {
  const at = (n: number): string => new Date(Date.UTC(2026, 0, 1) + (n % 700) * 1000).toISOString();
  const counts = new Map<string, number>();
  const rows = Array.from({ length: THOUSANDS }, (_, n) => {
    const userId = n % 3 === 0 ? first : second;
    const [status, group] = n % 2 === 0 ? ['pending', 'active'] : ['failed', 'attention'];
    counts.set(`${userId} ${status}`, (counts.get(`${userId} ${status}`) ?? 0) + 1);
    return [`r${n}`, userId, `B${String(n).padStart(9, '0')}`, status, group, at(n), at(n), at(n)];
  });
  await database.transaction(async (tx) => {
    for (let start = 0; start < rows.length; start += A_STATEMENT) {
      const some = rows.slice(start, start + A_STATEMENT);
      await tx.run(
        `INSERT INTO requests (id, user_id, asin, status, status_group, status_since, created_at, updated_at, region, type, title, author, version, origin)
         VALUES ${some.map(() => "(?, ?, ?, ?, ?, ?, ?, ?, 'us', 'audiobook', 'A common title', 'Somebody', 1, 'manual')").join(', ')}`,
        some.flat(),
      );
    }
    for (const [key, count] of counts)
      await tx.run('INSERT INTO request_counts (user_id, status, count) VALUES (?, ?, ?)', [...key.split(' '), count]);
  });
}
