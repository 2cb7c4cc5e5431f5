/** Errors of a form by field, as rjsf wants them: `{ baseUrl: { __errors: ['…'] } }`. */
export interface ErrorTree {
  __errors?: string[];
  [name: string]: ErrorTree | string[] | undefined;
}

export interface FieldMessage {
  /** JSON pointer; a bare field name is taken too. */
  path: string;
  message: string;
}

function isTree(value: ErrorTree | string[] | undefined): value is ErrorTree {
  return value !== undefined && !Array.isArray(value);
}

export function toErrorTree(messages: readonly FieldMessage[]): ErrorTree {
  const root: ErrorTree = {};
  for (const { path, message } of messages) {
    let node = root;
    for (const name of segmentsOf(path)) {
      const next = node[name];
      const child: ErrorTree = isTree(next) ? next : {};
      node[name] = child;
      node = child;
    }
    node.__errors = [...(node.__errors ?? []), message];
  }
  return root;
}

/** Where a message belongs, as the names and positions on the way there. */
export function segmentsOf(path: string): string[] {
  return path
    .replace(/^\//, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}
