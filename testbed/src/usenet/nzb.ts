import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeArticles } from './articles.js';
import type { PostedArticle } from './articles.js';
import { listFiles } from '../content.js';
import { nzbDocument } from './nzb-document.js';

const run = promisify(execFile);

export interface MakeNzbOptions {
  /** The folder to post. */
  readonly content: string;
  /** The spool of the news server, see {@link startNntp}. */
  readonly spool: string;
  /** Default: the folder's name. Two posts of the same title and options are the same post. */
  readonly title?: string;
  /** `none` (default) posts the files themselves; the others need the part `7z`. */
  readonly pack?: 'none' | '7z' | 'zip';
  /** Percentage of recovery data; default 0, more needs the part `par2`. */
  readonly par2?: number;
  /** The number of data articles that the server does not have, or `all` of the post. */
  readonly missing?: number | 'all';
  /** The number of data articles that are damaged. */
  readonly corrupt?: number;
  /** The password of the archive; only with `pack: '7z'`. */
  readonly password?: string;
  /** Leaves the password out of the NZB. */
  readonly hidePassword?: boolean;
  /** Size of archive volumes as 7z takes it, e.g. `500k`. */
  readonly volume?: string;
  /** Bytes; default 100,000. */
  readonly articleSize?: number;
}

export interface TestNzb {
  /** The .nzb file. */
  readonly bytes: Buffer;
  readonly title: string;
  /** Bytes of all posted files. */
  readonly size: number;
  readonly files: number;
  readonly articles: number;
  /** The number of missing or damaged articles. */
  readonly faults: number;
}

const GROUP = 'alt.binaries.testbed';

function sha1(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

async function pack(options: MakeNzbOptions, fileName: string, work: string): Promise<string[]> {
  const { content, password, volume } = options;
  const kind = options.pack ?? 'none';
  if (kind === 'none') {
    const files = listFiles(content).map((path) => ({ path, target: join(work, basename(path)) }));
    for (const { path, target } of files) await copyFile(path, target);
    return files.map(({ target }) => target);
  }
  const flags = ['a', `-t${kind}`, '-mx=0', '-bd', '-y'];
  if (password !== undefined) flags.push(`-p${password}`, ...(kind === '7z' ? ['-mhe=on'] : []));
  if (volume !== undefined) flags.push(`-v${volume}`);
  await run(process.env.SEVENZIP ?? '7z', [...flags, join(work, `${fileName}.${kind}`), basename(content)], { cwd: dirname(content) });
  return (await readdir(work)).sort().map((name) => join(work, name));
}

async function addRecovery(work: string, fileName: string, percent: number, posts: readonly string[]): Promise<string[]> {
  if (percent === 0) return [];
  const names = posts.map((path) => basename(path));
  await run('par2', ['create', '-q', '-q', `-r${percent}`, '-s20000', `${fileName}.par2`, ...names], { cwd: work });
  const made = (await readdir(work)).filter((name) => name.endsWith('.par2')).sort();
  return made.map((name) => join(work, name));
}

async function articlesOf(file: string, label: string, articleSize: number): Promise<PostedArticle[]> {
  const { size } = await stat(file);
  const total = Math.max(1, Math.ceil(size / articleSize));
  return Array.from({ length: total }, (_, index) => {
    const part = index + 1;
    const begin = index * articleSize;
    return {
      id: `${sha1(`${file}|${part}`).slice(0, 20)}.${part}@testbed.example`,
      file,
      name: basename(file),
      size,
      part,
      total,
      begin,
      length: Math.min(articleSize, size - begin),
      group: GROUP,
      subject: `${label} - "${basename(file)}" yEnc (${part}/${total})`,
    };
  });
}

/** Damages from the middle outwards, so that first articles, which name the files, stay readable. */
function damage(articles: readonly PostedArticle[], missing: number, corrupt: number): PostedArticle[] {
  const middle = articles.length / 2;
  const order = articles.map((_, index) => index).sort((a, b) => Math.abs(a - middle) - Math.abs(b - middle));
  const rank = new Map(order.map((index, position) => [index, position]));
  return articles.map((article, index) => {
    const position = rank.get(index) ?? 0;
    if (position < missing) return { ...article, fault: 'missing' };
    return position < missing + corrupt ? { ...article, fault: 'corrupt' } : article;
  });
}

/** Posts a folder to a news server's spool and gives its NZB. */
export async function makeNzb(options: MakeNzbOptions): Promise<TestNzb> {
  const { spool, articleSize = 100_000, missing = 0, corrupt = 0 } = options;
  const title = options.title ?? basename(options.content);
  const post = sha1(JSON.stringify({ ...options, title })).slice(0, 12);
  const work = join(spool, post);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true });

  const fileName = title.replace(/[/\\\0]/g, '-');
  const data = await pack(options, fileName, work);
  const files = [...data, ...(await addRecovery(work, fileName, options.par2 ?? 0, data))];
  const all = await Promise.all(files.map((file, index) => articlesOf(file, `[${index + 1}/${files.length}]`, articleSize)));
  const posted = all.slice(0, data.length).flat();
  const recovery = all.slice(data.length).flat();
  const articles =
    missing === 'all'
      ? [...posted, ...recovery].map((article) => ({ ...article, fault: 'missing' as const }))
      : [...damage(posted, missing, corrupt), ...recovery];

  writeArticles(spool, post, articles);
  return {
    bytes: nzbDocument(title, articles, options.hidePassword ? undefined : options.password),
    title,
    size: articles.reduce((sum, article) => sum + article.length, 0),
    files: files.length,
    articles: articles.length,
    faults: articles.filter((article) => article.fault).length,
  };
}
