import { readFile } from 'node:fs/promises';

const DOCS = new URL('../../../docs/admin/reverse-proxy.md', import.meta.url);

/**
 * The block that the documentation gives for a path, as nginx takes it.
 *
 * @param server address of the server, in the place of the documented one
 */
export async function documentedBlock(server: string, path = '/lectern'): Promise<string> {
  const docs = await readFile(DOCS, 'utf8');
  const block = /```nginx\n(location \/lectern\/ \{[\s\S]*?)```/.exec(docs)?.[1];
  if (!block) throw new Error('the documentation has no block for a path');
  return (
    block
      .replaceAll('/lectern', path)
      .replace('http://127.0.0.1:3939', server)
      // the port is part of the address here, which it is not in the documentation
      .replace('Host $host', 'Host $http_host')
  );
}
