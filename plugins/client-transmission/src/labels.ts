import type { AddOptions } from '@lectern/plugin-api';
import type { TransmissionSettings } from './settings.js';

export const DEFAULT_LABEL = 'lectern';

/** A label may neither be empty nor contain a comma. */
export function labelName(text: string): string {
  return text.replace(/,/g, ' ').trim();
}

export function labelsOf(options: AddOptions, settings: TransmissionSettings): string[] {
  const wanted = [options.category || settings.category || DEFAULT_LABEL, ...(options.tags ?? [])];
  return [...new Set(wanted.map(labelName).filter((label) => label !== ''))];
}

/** Transmission takes all labels at once: those of others stay, and ours gives way to `label`. Labels never move files. */
export function importedLabels(present: readonly string[], { category }: TransmissionSettings, label: string): string[] {
  const own = labelName(category || DEFAULT_LABEL);
  return [...new Set([...present.filter((one) => one !== own), label])];
}
