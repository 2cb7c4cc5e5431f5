import { mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One article of a post: a piece of a file on disk that the news server encodes when it is asked for. */
export interface PostedArticle {
  /** Message id without the angle brackets. */
  readonly id: string;
  /** Absolute path of the posted file. */
  readonly file: string;
  readonly name: string;
  /** Bytes of the whole file. */
  readonly size: number;
  /** Starts at 1. */
  readonly part: number;
  readonly total: number;
  /** Byte offset from 0. */
  readonly begin: number;
  readonly length: number;
  readonly group: string;
  readonly subject: string;
  /** `missing`: the server does not have it; `corrupt`: wrong bytes with a checksum that does not fit. */
  readonly fault?: 'missing' | 'corrupt';
}

const SUFFIX = '.articles.json';

/** Puts a post into the spool that {@link openSpool} reads. */
export function writeArticles(spool: string, post: string, articles: readonly PostedArticle[]): void {
  mkdirSync(spool, { recursive: true });
  writeFileSync(join(spool, post + SUFFIX), JSON.stringify(articles));
}

/** Finds articles by id; posts added later are found as well. */
export function openSpool(spool: string): { find(id: string): PostedArticle | undefined } {
  const index = new Map<string, PostedArticle>();
  let seen = '';

  function reload(): void {
    const files = readdirSync(spool).filter((name) => name.endsWith(SUFFIX));
    const now = files.map((name) => `${name}:${statSync(join(spool, name)).mtimeMs}`).join('|');
    if (now === seen) return;
    seen = now;
    index.clear();
    for (const name of files) {
      for (const article of JSON.parse(readFileSync(join(spool, name), 'utf8')) as PostedArticle[]) index.set(article.id, article);
    }
  }

  return {
    find(id) {
      if (!index.has(id)) reload();
      return index.get(id);
    },
  };
}
