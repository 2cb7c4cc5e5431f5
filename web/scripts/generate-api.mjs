// Writes src/api/schema.generated.ts from core's OpenAPI document: node scripts/generate-api.mjs <path or URL of openapi.json>
import { readFile, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';

const source = process.argv[2];
if (!source) {
  console.error('usage: node scripts/generate-api.mjs <path or URL of openapi.json>');
  process.exit(2);
}
const url = /^https?:/.test(source) ? new URL(source) : pathToFileURL(resolve(source));
const target = resolve(import.meta.dirname, '../src/api/schema.generated.ts');
const text = astToString(await openapiTS(url));
// An untouched file keeps its time, so that what was built from it is not stale.
const before = await readFile(target, 'utf8').catch(() => '');
if (text !== before) await writeFile(target, text);
