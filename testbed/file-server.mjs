#!/usr/bin/env node
// node file-server.mjs --root DIR [--port 8000] [--host 127.0.0.1]
import { startFileServer } from '@lectern/testbed';
import { parseArgs } from './lib/args.mjs';

const { root = '.', port = 8000, host = '127.0.0.1' } = parseArgs();
const server = await startFileServer({ root, port: Number(port), host });
console.log(JSON.stringify({ pid: process.pid, url: server.url }));
