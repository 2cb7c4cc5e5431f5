const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'];

/**
 * A size for people, in thousands: `241 KB`, `1.2 GB`.
 *
 * @param round `up` for what is needed, `down` for what is there, so that "too little" never reads as "enough"
 */
export function describeBytes(bytes: number, round: 'nearest' | 'up' | 'down' = 'nearest'): string {
  const roundTo = { nearest: Math.round, up: Math.ceil, down: Math.floor }[round];
  let unit = 0;
  while (bytes >= 1000 ** (unit + 1) && unit < UNITS.length - 1) unit += 1;
  const digits = unit >= 3 ? 10 : 1;
  return `${roundTo((bytes / 1000 ** unit) * digits) / digits} ${UNITS[unit]}`;
}
