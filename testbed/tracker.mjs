#!/usr/bin/env node
// node tracker.mjs [--port 6969] [--host 127.0.0.1] [--interval 5]
import { startTracker } from '@lectern/testbed';
import { parseArgs } from './lib/args.mjs';

const { port = 6969, host = '127.0.0.1', interval = 5 } = parseArgs();
const tracker = await startTracker({ port: Number(port), host, interval: Number(interval) });
console.log(JSON.stringify({ pid: process.pid, announce: tracker.announce }));
