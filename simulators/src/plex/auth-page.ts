import type { SimulatorResponse } from '../simulator.js';
import type { PlexTvAccount } from './types.js';

const SCRIPT = `
const parameters = new URLSearchParams(location.hash.replace(/^#[!?]*/, ''));
for (const button of document.querySelectorAll('button')) {
  button.addEventListener('click', async () => {
    await fetch('/auth/confirm', { method: 'POST', body: new URLSearchParams({ code: parameters.get('code'), uuid: button.value }) });
    location.href = parameters.get('forwardUrl');
  });
}`;

/** The page that plays app.plex.tv/auth: a button for each account. It reads the code from its own fragment. */
export function authPage(accounts: readonly PlexTvAccount[]): SimulatorResponse {
  const buttons = accounts.map(
    ({ uuid, username, title }) => `<button value="${escaped(uuid)}">${escaped(username || title || uuid)}</button>`,
  );
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><title>Plex (simulated)</title><h1>Sign in as</h1>${buttons.join('')}<script>${SCRIPT}</script>`,
  };
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
