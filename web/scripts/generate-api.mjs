// Writes src/api/schema.generated.ts from core's OpenAPI document: node scripts/generate-api.mjs <path or URL of openapi.json>
import { writeFile } from 'node:fs/promises';
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
await writeFile(target, astToString(await openapiTS(url)));
console.log(`wrote ${target}`);
