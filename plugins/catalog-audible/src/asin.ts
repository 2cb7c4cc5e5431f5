// A good part of the older catalogue is keyed by ISBN-10.
const ASIN = /^(?:B[0-9A-Z]{9}|[0-9]{9}[0-9X])$/;
const OPAQUE_ASIN = /^B[0-9A-Z]{9}$/;

/** The text as an ASIN of a book, upper-case, or `undefined`. */
export function toAsin(text: string | undefined): string | undefined {
  const asin = text?.trim().toUpperCase() ?? '';
  return ASIN.test(asin) ? asin : undefined;
}

/** The text as an id of an author or series; these are never ISBNs. */
export function toOpaqueAsin(text: string | undefined): string | undefined {
  const asin = text?.trim().toUpperCase() ?? '';
  return OPAQUE_ASIN.test(asin) ? asin : undefined;
}
