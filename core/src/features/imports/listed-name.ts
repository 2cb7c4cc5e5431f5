/** Media servers list no `.mp4`, because most are films; one without pictures is an M4B under another name. */
export function listedName(name: string): string {
  return name.replace(/\.mp4$/i, '.m4b');
}
