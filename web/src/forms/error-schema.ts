/** The errors of a form by field, in rjsf's format: `{ baseUrl: { __errors: ['…'] } }`. */
export interface ErrorTree {
  __errors?: string[];
  [name: string]: ErrorTree | string[] | undefined;
}

export interface FieldMessage {
  /** JSON pointer, or a bare field name. */
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

/** The path of a message, as names and positions. */
export function segmentsOf(path: string): string[] {
  return path
    .replace(/^\//, '')
    .split('/')
    .filter((segment) => segment !== '')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** How many fields are wrong. One field may break several rules, and a list of words is one field with all its entries. */
export function countFields(messages: readonly FieldMessage[]): number {
  return new Set(messages.map(({ path }) => segmentsOf(path.replace(/\/\d+$/, '')).join('/'))).size;
}
