/**
 * What the bytes of a file say. `whole`: as many as its header promises. `cut_off`: fewer. `empty_end`: as many, but its end was never written.
 * `unsure`: its header promises nothing, or less than is to be relied on, so that only playing its end tells.
 */
export interface ByteVerdict {
  readonly is: 'whole' | 'cut_off' | 'empty_end' | 'unsure';
  /** Where the sound ends, for frames without a container, whose length may be an estimate. They are sought by bytes. */
  readonly frames?: { readonly format: 'mp3' | 'aac' | 'ac3'; readonly begin: number; readonly end: number; readonly isExact: boolean };
}

export const WHOLE: ByteVerdict = { is: 'whole' };
export const CUT_OFF: ByteVerdict = { is: 'cut_off' };
export const UNSURE: ByteVerdict = { is: 'unsure' };

/** Whether sound that begins somewhere and has so many bytes lies inside a file. @param slack bytes that writers of headers are known to be off */
export function within(size: number, end: number, slack = 0): ByteVerdict {
  return end - size > slack ? CUT_OFF : WHOLE;
}
