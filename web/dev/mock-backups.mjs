// Backups of the development server, newest first.
const backup = (kind, hours, bytes) => {
  const createdAt = new Date(Date.now() - hours * 3_600_000).toISOString();
  const stamp = createdAt.replaceAll(/[-:.]/g, '');
  return { name: `lectern-${stamp}-${kind}.tar.gz`, kind, createdAt, bytes };
};

export const BACKUPS = [
  backup('daily', 9, 18_431_220),
  backup('manual', 30, 18_402_117),
  backup('daily', 33, 18_399_004),
  backup('before-upgrade', 52, 17_980_556),
  backup('daily', 57, 17_975_310),
];

/** One made now. */
export const makeBackup = () => backup('manual', 0, 18_440_902);
