#!/usr/bin/env node
// node nntp-server.mjs --spool DIR [--port 1190] [--host 127.0.0.1] [--user news --pass news-pass] [--delay MS]
import { startNntp } from '@lectern/testbed';
import { parseArgs } from './lib/args.mjs';

const { spool = '.', port = 1190, host = '127.0.0.1', user = 'news', pass = 'news-pass', delay = 0 } = parseArgs();
const server = await startNntp({ spool, port: Number(port), host, username: user, password: pass, delayMs: Number(delay) });
console.log(JSON.stringify({ pid: process.pid, host, port: server.port }));
