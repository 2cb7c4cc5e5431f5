// Says which version of the plugin API to test with: `lowest` the manifest takes, or `latest`.
import { readFileSync } from 'node:fs';

const { lectern } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const lowest = /\d+\.\d+\.\d+/.exec(lectern.api)?.[0];
if (lowest === undefined) throw new Error(`lectern.api (${lectern.api}) names no full version, such as ^1.1.0`);
console.log(process.argv[2] === 'lowest' ? lowest : 'latest');
