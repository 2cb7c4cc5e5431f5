import { MD5, createDirectWorld } from './direct-world.spec.support.js';

// a separate process that downloads until it is killed: node killed-process.spec.support.ts <data directory> <item id> <url>
const [dataDir = '', id = '', url = ''] = process.argv.slice(2);
const world = await createDirectWorld({ dataDir, limits: { idleMs: 60_000 } });
await world.add([{ url, name: 'a.epub', md5: MD5 }], id);
setInterval(() => undefined, 1000);
