const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

type Rounding = 'nearest' | 'up' | 'down';

/** The number with as many digits as people read, and the power of a thousand that is its unit. */
function inUnits(bytes: number, round: Rounding): { readonly value: number; readonly unit: number } {
  const roundTo = { nearest: Math.round, up: Math.ceil, down: Math.floor }[round];
  let unit = 0;
  while (bytes >= 1000 ** (unit + 1) && unit < UNITS.length - 1) unit += 1;
  const digits = unit >= 3 ? 10 : 1;
  return { value: roundTo((bytes / 1000 ** unit) * digits) / digits, unit };
}

/**
 * A size for people, in thousands: `241 kB`, `1.2 GB`.
 *
 * @param round `up` for what is needed, `down` for what is there, so that "too little" never reads as "enough"
 */
export function describeBytes(bytes: number, round: Rounding = 'nearest'): string {
  const { value, unit } = inUnits(bytes, round);
  return `${value} ${UNITS[unit]}`;
}

/** The same to fill in a sentence with, which each language writes its own way. */
export function roundedBytes(bytes: number, round: Rounding = 'nearest'): { readonly bytes: number } {
  const { value, unit } = inUnits(bytes, round);
  return { bytes: value * 1000 ** unit };
}
