import type { Database } from '../../../platform/db/index.js';
import type { PersonalDelivery } from '../delivery-record.js';

/** What keeps the pictures of books; a feature of a higher floor. */
export interface CoverSource {
  /** @param width in pixels @returns `undefined` if there is none, or none now */
  ofBook(asin: string, width?: number): Promise<{ readonly bytes: Buffer; readonly contentType: string } | undefined>;
}

export interface MailCoverDeps {
  readonly database: Database;
  readonly covers: CoverSource;
}

/** Enough for the width in which mails show it, on screens of twice the points. */
const WIDTH = 400;
/** A mail does not wait longer for its picture. */
const PATIENCE_MS = 10_000;

/** The picture of the book that a message is about; `undefined` if there is none, or none in time. */
export async function mailCover(
  { database, covers }: MailCoverDeps,
  { userId, message }: Pick<PersonalDelivery, 'userId' | 'message'>,
): Promise<Awaited<ReturnType<CoverSource['ofBook']>>> {
  const row = await database.read.get<{ asin: string | null }>('SELECT asin FROM notifications WHERE user_id = ? AND dedupe_key = ?', [
    userId,
    message.dedupeKey,
  ]);
  if (!row?.asin) return undefined;
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => (timer = setTimeout(resolve, PATIENCE_MS, undefined)));
  try {
    return await Promise.race([covers.ofBook(row.asin, WIDTH).catch(() => undefined), late]);
  } finally {
    clearTimeout(timer);
  }
}
