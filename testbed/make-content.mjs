#!/usr/bin/env node
// node make-content.mjs PARENT_DIR [--author A] [--title T] [--files 3] [--size 600000] [--seed 7]
import { makeContent } from '@lectern/testbed';
import { parseArgs } from './lib/args.mjs';

const { _, author, title, files = 3, size = 600_000, seed = 7 } = parseArgs();
const options = { author, title, files: Number(files), size: Number(size), seed: Number(seed) };
console.log(JSON.stringify(makeContent(_[0] ?? '.', options)));
