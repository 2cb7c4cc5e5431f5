#!/usr/bin/env node
// node make-torrent.mjs --content PATH --out FILE.torrent [--announce URL] [--webseed URL]... [--private] [--hybrid]
//   [--piece 65536] [--source TEXT]
import { writeFileSync } from 'node:fs';
import { makeTorrent } from '@lectern/testbed';
import { parseArgs } from './lib/args.mjs';

const { content, out, announce, webseed = [], private: isPrivate, hybrid, piece = 65_536, source } = parseArgs();
if (!content || !out) {
  console.error('usage: make-torrent.mjs --content PATH --out FILE.torrent [options]');
  process.exit(64);
}
const { bytes, ...info } = makeTorrent({
  content,
  announce,
  webseeds: [].concat(webseed),
  private: Boolean(isPrivate),
  hybrid: Boolean(hybrid),
  pieceLength: Number(piece),
  source,
});
writeFileSync(out, bytes);
console.log(JSON.stringify({ out, ...info }));
