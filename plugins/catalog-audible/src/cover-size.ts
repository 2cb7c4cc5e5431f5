/** Hosts whose addresses take a size: `….jpg`, `…._SL500_.jpg`. */
const SIZED = /(^|\.)(media|ssl-images|images)-amazon\.com$/;
const NAME = /(?:\._SL\d{1,5}_)?(\.[a-z]{3,4})$/;

/** The address of a cover in a width of pixels; the same address where it comes in one size. */
export function coverAt(coverUrl: string, width: number): string {
  if (!URL.canParse(coverUrl)) return coverUrl;
  const url = new URL(coverUrl);
  if (!SIZED.test(url.hostname) || !NAME.test(url.pathname)) return coverUrl;
  url.pathname = url.pathname.replace(NAME, `._SL${Math.round(width)}_$1`);
  return url.href;
}
