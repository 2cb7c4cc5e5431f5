/** A body as its fields, and the attached file when there is one. */
export interface PushoverForm {
  readonly fields: Readonly<Record<string, string>>;
  readonly attachment?: { readonly contentType: string; readonly filename: string; readonly bytes: Buffer };
}

/** Reads a form, a multipart form or JSON by its content type. */
export async function readForm(contentType: string, body: Buffer): Promise<PushoverForm> {
  if (contentType.startsWith('application/json')) {
    const entries = Object.entries(JSON.parse(body.toString('utf8')) as Record<string, unknown>);
    return { fields: Object.fromEntries(entries.map(([name, value]) => [name, String(value)])) };
  }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData();
  const fields: Record<string, string> = {};
  let attachment: PushoverForm['attachment'];
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else attachment = { contentType: value.type, filename: value.name, bytes: Buffer.from(await value.arrayBuffer()) };
  }
  return attachment ? { fields, attachment } : { fields };
}
