import type { CheckResult, Remark } from '@lectern/plugin-api';

/** A remark as an English reader reads it. */
export function englishOf(remark: Remark): string {
  return typeof remark === 'string' ? remark : remark.text;
}

/** The details of a check as an English reader reads them, one by one. */
export function detailsOf({ details = [] }: CheckResult): string[] {
  return details.map(englishOf);
}
