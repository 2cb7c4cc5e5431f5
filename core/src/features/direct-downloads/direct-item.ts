/** The item id of a download here, which is its tag. */
export function directItemId(downloadId: string): string {
  return `lectern-${downloadId}`;
}

/** The download that an item of this client belongs to. */
export function downloadOf(itemId: string): string {
  return itemId.replace(/^lectern-/, '');
}
