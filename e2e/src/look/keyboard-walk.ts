import type { Page } from 'playwright-core';

/** No page that people see in one piece has as many; a longer one goes on in the same way. */
const MOST_STOPS = 90;

/**
 * What is wrong with the element that has the focus: '' if nothing is, and `undefined` once the walk is over, which it is
 * at the end of the page and where it has been before.
 */
const LOOK_AT_STOP = `(() => {
  const element = document.activeElement;
  globalThis.lecternStops ??= new WeakSet();
  if (!element || element === document.body || lecternStops.has(element)) return undefined;
  lecternStops.add(element);
  const shown = [element, element.labels?.[0], element.parentElement].find((one) => {
    const box = one?.getBoundingClientRect();
    return box && box.width > 2 && box.height > 2;
  }) ?? element;
  const box = shown.getBoundingClientRect();
  const name = (element.getAttribute('aria-label') || element.labels?.[0]?.textContent || element.textContent || element.id).trim().slice(0, 60);
  const said = element.tagName.toLowerCase() + ' “' + name + '”';
  const [left, right] = [Math.max(0, box.left), Math.min(innerWidth, box.right)];
  const [top, bottom] = [Math.max(0, box.top), Math.min(innerHeight, box.bottom)];
  if (right - left < 2 || bottom - top < Math.min(8, box.height / 2)) return said + ' is out of view';
  const points = [[0.5, 0.5], [0.1, 0.5], [0.9, 0.5], [0.5, 0.15], [0.5, 0.85]];
  const hits = points.map(([x, y]) => document.elementFromPoint(left + (right - left) * x, top + (bottom - top) * y));
  const isOf = (hit) => hit && (shown.contains(hit) || hit.contains(shown) && !hit.matches('header, nav'));
  if (!hits.some(isOf)) return said + ' lies below ' + (hits[0]?.className || hits[0]?.tagName);
  const around = [element, element.nextElementSibling, element.parentElement, element.labels?.[0], element.closest('[role=group], label')];
  const isMarked = around.some((one) => {
    if (!one) return false;
    const style = getComputedStyle(one);
    return (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== 'none';
  });
  // a field has a border of another color, and mostly a caret
  const isField = element.matches('textarea, input:not([type=checkbox], [type=radio]), .mantine-Input-input');
  return isMarked || isField ? '' : said + ' shows no focus';
})()`;

/**
 * Walks a page with the Tab key alone.
 *
 * @returns what somebody with a keyboard could not see: stops out of view, below something else or without a mark
 */
export async function keyboardFindings(page: Page): Promise<{ readonly stops: number; readonly findings: string[] }> {
  const findings: string[] = [];
  for (let stops = 0; stops < MOST_STOPS; stops += 1) {
    await page.keyboard.press('Tab');
    const said = await page.evaluate<string | undefined>(LOOK_AT_STOP);
    if (said === undefined) return { stops, findings };
    // what scrolls into view or changes its color may need a moment
    if (said !== '') {
      await page.waitForTimeout(300);
      const again = await page.evaluate<string | undefined>(`(globalThis.lecternStops.delete(document.activeElement), ${LOOK_AT_STOP})`);
      if (again) findings.push(again);
    }
  }
  return { stops: MOST_STOPS, findings };
}
