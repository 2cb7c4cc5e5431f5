// Ends with 0 while the server in this container and its database work.
const response = await fetch(`http://127.0.0.1:${process.env.LECTERN_PORT || 3939}/api/health`, {
  signal: AbortSignal.timeout(4_000),
}).catch(() => undefined);
process.exitCode = response?.ok ? 0 : 1;
