// node wait-http.mjs PID SECONDS URL CODES [USER PASSWORD]: exits 0 once URL answers one of CODES (comma-separated),
// 1 when the process PID is gone, 2 when the time is up.
const [pid, seconds, url, codes, user, password] = process.argv.slice(2);
const wanted = codes.split(',').map(Number);
const headers = user ? { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` } : {};
const end = Date.now() + Number(seconds) * 1000;

const isAlive = () => {
  try {
    process.kill(Number(pid), 0);
    return true;
  } catch {
    return false;
  }
};

while (Date.now() < end) {
  try {
    const answer = await fetch(url, { headers, redirect: 'manual', signal: AbortSignal.timeout(2000) });
    if (wanted.includes(answer.status)) process.exit(0);
  } catch {
    if (!isAlive()) process.exit(1);
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
}
process.exit(2);
