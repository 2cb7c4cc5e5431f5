/** Discord's complaint about one place in a body. */
interface Complaint {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
}

/** An embed as far as its limits are checked. */
export interface DiscordEmbed {
  readonly title?: string;
  readonly url?: string;
  readonly description?: string;
  readonly color?: number;
  readonly timestamp?: string;
  readonly thumbnail?: { readonly url: string };
  readonly fields?: readonly { readonly name: string; readonly value: string; readonly inline?: boolean }[];
  readonly footer?: { readonly text: string };
}

/** The body of a message. */
export interface DiscordMessageBody {
  readonly content?: string;
  readonly username?: string;
  readonly avatar_url?: string;
  readonly embeds?: readonly DiscordEmbed[];
  readonly allowed_mentions?: { readonly parse?: readonly string[] };
  readonly flags?: number;
  readonly thread_name?: string;
}

const lengthOf = (text: string | undefined) => [...(text ?? '').trim()].length;

function tooLong(path: Complaint['path'], text: string | undefined, limit: number): Complaint[] {
  const message = `Must be ${limit} or fewer in length.`;
  return lengthOf(text) > limit ? [{ path, code: 'BASE_TYPE_MAX_LENGTH', message }] : [];
}

function empty(path: Complaint['path'], text: string | undefined): Complaint[] {
  return lengthOf(text) === 0 ? [{ path, code: 'BASE_TYPE_REQUIRED', message: 'This field is required' }] : [];
}

function badUrl(path: Complaint['path'], url: string | undefined): Complaint[] {
  const message = 'Scheme must be one of (http, https).';
  return url !== undefined && !/^https?:\/\//.test(url) ? [{ path, code: 'URL_TYPE_INVALID_SCHEME', message }] : [];
}

function checkEmbed(embed: DiscordEmbed, index: number): Complaint[] {
  const at = (...rest: (string | number)[]) => ['embeds', index, ...rest];
  const fields = embed.fields ?? [];
  return [
    ...tooLong(at('title'), embed.title, 256),
    ...tooLong(at('description'), embed.description, 4096),
    ...tooLong(at('footer', 'text'), embed.footer?.text, 2048),
    ...badUrl(at('url'), embed.url),
    ...badUrl(at('thumbnail', 'url'), embed.thumbnail?.url),
    ...(fields.length > 25 ? [{ path: at('fields'), code: 'BASE_TYPE_BAD_LENGTH', message: 'Must be between 1 and 25 in length.' }] : []),
    ...fields.flatMap((field, number) => [
      ...empty(at('fields', number, 'name'), field.name),
      ...empty(at('fields', number, 'value'), field.value),
      ...tooLong(at('fields', number, 'name'), field.name, 256),
      ...tooLong(at('fields', number, 'value'), field.value, 1024),
    ]),
  ];
}

function totalOf(embeds: readonly DiscordEmbed[]): number {
  const texts = embeds.flatMap((embed) => [
    embed.title,
    embed.description,
    embed.footer?.text,
    ...(embed.fields ?? []).flatMap((field) => [field.name, field.value]),
  ]);
  return texts.reduce((sum, text) => sum + lengthOf(text), 0);
}

/** Returns Discord's complaints about a body, as the tree it puts under `errors`; `undefined` without any. */
export function formErrors(body: DiscordMessageBody): object | undefined {
  const embeds = body.embeds ?? [];
  const total = { path: ['embeds'], code: 'MAX_EMBED_SIZE_EXCEEDED', message: 'Embed size exceeds maximum size of 6000' };
  const name = { path: ['username'], code: 'USERNAME_INVALID_CONTAINS', message: 'Username cannot contain "discord"' };
  const complaints: Complaint[] = [
    ...tooLong(['content'], body.content, 2000),
    ...tooLong(['username'], body.username, 80),
    ...(/discord|clyde/i.test(body.username ?? '') ? [name] : []),
    ...badUrl(['avatar_url'], body.avatar_url),
    ...embeds.flatMap(checkEmbed),
    ...(totalOf(embeds) > 6000 ? [total] : []),
  ];
  if (complaints.length === 0) return undefined;
  const tree: Record<string, unknown> = {};
  for (const { path, code, message } of complaints) {
    let node = tree;
    for (const key of path) node = (node[key] ??= {}) as Record<string, unknown>;
    node._errors = [...((node._errors as unknown[] | undefined) ?? []), { code, message }];
  }
  return tree;
}
