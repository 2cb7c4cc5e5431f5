#!/usr/bin/env node
// node make-nzb.mjs --content DIR --spool DIR --out FILE.nzb [--title T] [--pack none|7z|zip] [--volume 500k]
//   [--par2 20] [--missing N] [--corrupt N] [--missing-all] [--password P [--hide-password]] [--article-size 100000]
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { makeNzb } from '@lectern/testbed';
import { parseArgs } from './lib/args.mjs';

const args = parseArgs();
if (!args.content || !args.out) {
  console.error('usage: make-nzb.mjs --content DIR --spool DIR --out FILE.nzb [options]');
  process.exit(64);
}
const { bytes, ...info } = await makeNzb({
  content: resolve(args.content),
  spool: resolve(args.spool ?? 'spool'),
  title: args.title,
  pack: args.pack,
  volume: args.volume,
  par2: Number(args.par2 ?? 0),
  missing: args['missing-all'] ? 'all' : Number(args.missing ?? 0),
  corrupt: Number(args.corrupt ?? 0),
  password: args.password,
  hidePassword: Boolean(args['hide-password']),
  articleSize: Number(args['article-size'] ?? 100_000),
});
writeFileSync(args.out, bytes);
console.log(JSON.stringify({ out: args.out, ...info }));
