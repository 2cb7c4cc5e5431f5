/** Whether bytes are the beginning of a web page, which is never a book. */
export function looksLikePage(head: Uint8Array): boolean {
  const text = Buffer.from(head)
    .toString('latin1', 0, 512)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart();
  return /^<(?:!doctype html|html[\s>]|head[\s>])/i.test(text);
}
