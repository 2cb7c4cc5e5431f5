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
    for (const raw of path.replace(/^\//, '').split('/')) {
      if (raw === '') continue;
      const name = raw.replaceAll('~1', '/').replaceAll('~0', '~');
      const next = node[name];
      const child: ErrorTree = isTree(next) ? next : {};
      node[name] = child;
      node = child;
    }
    node.__errors = [...(node.__errors ?? []), message];
  }
  return root;
}
