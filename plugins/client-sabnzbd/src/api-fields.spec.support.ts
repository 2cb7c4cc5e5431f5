import type { SimulatorRequest } from '@lectern/simulators';

export type Fields = Readonly<Record<string, string>>;

/** Form fields of a call; for an upload also `part`, `filename` and `content` of its file. */
export function fieldsOf(request: SimulatorRequest): Fields {
  const body = request.body.toString('latin1');
  const boundary = /boundary=(\S+)/.exec(request.headers['content-type'] ?? '')?.[1];
  if (boundary === undefined) return Object.fromEntries(new URLSearchParams(body));
  const parts = body.split(`--${boundary}`).flatMap((part) => {
    const [head = '', ...rest] = part.replace(/^\r\n/, '').replace(/\r\n$/, '').split('\r\n\r\n');
    const name = / name="([^"]*)"/.exec(head)?.[1];
    const filename = /filename="([^"]*)"/.exec(head)?.[1];
    if (name === undefined) return [];
    const value = Buffer.from(rest.join('\r\n\r\n'), 'latin1').toString('utf8');
    const file = [
      ['part', name],
      ['filename', filename],
      ['content', value],
    ];
    return filename === undefined ? [[name, value]] : file;
  });
  return Object.fromEntries(parts) as Fields;
}
