/** Where the page came by plain HTTP, the browser has no clipboard for it, but still this old way. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'visually-hidden';
  document.body.append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

/** Puts a text into the clipboard. Resolves to whether the browser did it. */
export async function copyText(text: string): Promise<boolean> {
  // typed as always there, which it is for pages that came by HTTPS
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (!clipboard) return copySelected(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
