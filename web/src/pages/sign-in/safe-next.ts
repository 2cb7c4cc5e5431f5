/** The address after signing in: only a path of this site, so that a link cannot send a person elsewhere. */
export function safeNext(next: string | undefined): string {
  if (!next || !next.startsWith('/') || next.startsWith('//') || next.includes('\\') || next.startsWith('/sign-in')) return '/';
  return next;
}
