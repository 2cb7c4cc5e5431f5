type Value = unknown;

const ELEMENT_OF_TYPE: Readonly<Record<string, string>> = { album: 'Directory', artist: 'Directory', movie: 'Video', track: 'Track' };

/** Writes a container as the server writes XML: plain members as attributes, `true` as `1`, items by what they are. */
export function toXml(container: Readonly<Record<string, Value>>): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element('MediaContainer', container)}\n`;
}

function element(name: string, members: Readonly<Record<string, Value>>): string {
  const entries = Object.entries(members).filter(([, value]) => value !== undefined && value !== null);
  const attributes = entries.filter(([, value]) => !Array.isArray(value)).map(([key, value]) => ` ${key}="${attribute(value)}"`);
  const children = entries.flatMap(([key, value]) => (Array.isArray(value) ? value.map((child: unknown) => childOf(key, child)) : []));
  return `<${name}${attributes.join('')}>${children.length > 0 ? `\n${children.join('\n')}\n` : ''}</${name}>`;
}

function childOf(key: string, value: unknown): string {
  const child = value as Readonly<Record<string, Value>>;
  return element(key === 'Metadata' ? (ELEMENT_OF_TYPE[String(child.type)] ?? 'Directory') : key, child);
}

function attribute(value: unknown): string {
  const text = value === true ? '1' : value === false ? '0' : String(value);
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
