// Runs in the page: it keeps a diary of what the Tab key focuses, and of what it should.
globalThis.keyboardWalk = (() => {
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=link], [role=checkbox], [role=switch], [role=slider], [tabindex="0"], audio[controls], iframe';
  // of such a group one control is reached by Tab, the others by arrow keys
  const ROVING = '[role=tablist], [role=radiogroup], [role=menu], [role=listbox], [role=grid], [role=toolbar], [role=tree]';
  const GROUPS = 'nav, header, article, li, tr, fieldset, form, [role=group], [role=region], section';
  const isShown = (one) =>
    one.getClientRects().length > 0 && one.checkVisibility({ visibilityProperty: true }) && !one.closest('[inert], [aria-hidden="true"]');
  const nameOf = (one) => {
    const labelled = (one.getAttribute('aria-labelledby') ?? '').split(/\s+/).map((id) => document.getElementById(id)?.textContent ?? '');
    const words =
      one.getAttribute('aria-label') || labelled.join(' ').trim() || one.labels?.[0]?.textContent || one.textContent || one.placeholder || one.title || '';
    return `${one.getAttribute('role') ?? one.localName} “${words.replace(/\s+/g, ' ').trim().slice(0, 60)}”`;
  };
  const placeOf = (one) => {
    const box = one.getBoundingClientRect();
    return { top: box.top + scrollY, bottom: box.bottom + scrollY, left: box.left, right: box.right };
  };
  // what is drawn of a hidden box or radio is its label, or what stands around it
  const drawnBy = (one) => {
    const { width, height } = one.getBoundingClientRect();
    const isDrawn = width > 4 && height > 4 && Number(getComputedStyle(one).opacity) > 0.1;
    return isDrawn ? one : (one.labels?.[0] ?? one.parentElement ?? one);
  };
  const LOOKS = ['outlineStyle', 'outlineWidth', 'outlineColor', 'boxShadow', 'borderTopColor', 'borderTopWidth', 'backgroundColor', 'textDecorationLine'];
  const lookOf = (one) => {
    const around = [one, one.nextElementSibling, one.previousElementSibling, one.parentElement, one.parentElement?.parentElement];
    return around
      .filter((each) => each instanceof Element && each !== document.body)
      .map((each) => {
        const style = getComputedStyle(each);
        return LOOKS.map((look) => (style.outlineStyle === 'none' && look.startsWith('outline') ? '' : style[look])).join(' ');
      });
  };
  const isStuck = (one) => {
    for (let each = one; each instanceof Element; each = each.parentElement)
      if (['sticky', 'fixed'].includes(getComputedStyle(each).position)) return true;
    return false;
  };
  const inside = () => {
    const dialogs = [...document.querySelectorAll('[role=dialog], [role=menu]')].filter(isShown);
    return dialogs.at(-1) ?? document.body;
  };
  const expectedIn = (root) =>
    [...root.querySelectorAll(CONTROLS)].filter((one) => {
      if (!isShown(one) || one.disabled || one.closest('[data-floating-ui-focus-guard]') || one.closest('fieldset:disabled')) return false;
      if (one.tabIndex < 0 && (one.closest(ROVING) || one.closest('[role=combobox]'))) return false;
      if (one.type === 'radio') {
        const group = [...root.querySelectorAll('input[type=radio]')].filter((each) => each.name === one.name);
        return one === (group.find((each) => each.checked) ?? group[0]);
      }
      return true;
    });

  // the rows of a list are alike: its first ones tell, and the last, from which the focus leaves it
  const ROWS = 3;
  const shorten = (root) => {
    for (const list of root.querySelectorAll('ul, ol, tbody, [role=list], [role=rowgroup], main div')) {
      const rows = [...list.children].filter((row) => isShown(row) && row.querySelector(CONTROLS) !== null);
      if (rows.length < ROWS + 2) continue;
      const alike = rows.filter(({ localName, className }) => localName === rows[1].localName && className === rows[1].className);
      for (const row of alike.slice(ROWS, -1)) if (!row.contains(document.activeElement)) row.inert = true;
    }
  };

  let diary = [];
  let before = new Map();
  let expected = [];
  let isOver = false;
  let root = document.body;
  let layer = document.body;

  // a border that changes its color does so in time
  const endTransitions = () => {
    for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish();
  };
  const isHit = (one, x, y) => {
    const hit = document.elementFromPoint(x, y);
    return hit !== null && (one.contains(hit) || hit.contains(one) && !isStuck(hit) || one.labels?.[0]?.contains(hit) === true);
  };
  const hiddenBy = (one) => {
    const seen = drawnBy(one);
    const boxes = [...seen.getClientRects()].filter(({ width, height }) => width > 0 && height > 0);
    const box = boxes[0];
    if (!box) return 'it has no box';
    const isOut = box.bottom < 1 || box.right < 1 || box.top > innerHeight - 1 || box.left > innerWidth - 1;
    if (isOut) return `it is outside the window (${Math.round(box.left)}, ${Math.round(box.top)})`;
    const fits = box.height <= innerHeight * 0.6;
    const ys = fits ? [box.top + 2, box.top + box.height / 2, box.bottom - 2] : [Math.max(box.top + 2, 90)];
    for (const y of ys) {
      const x = box.left + box.width / 2;
      if (y < 0 || y > innerHeight) return `it is cut by the window at ${Math.round(y)} of ${innerHeight}`;
      if (!isHit(seen, x, y)) {
        const hit = document.elementFromPoint(x, y);
        if (hit && isStuck(hit) && !isStuck(seen)) return `it lies below ${hit.localName}.${String(hit.className).slice(0, 40)} at ${Math.round(y)}`;
        if (y === ys[1]) return `something else is drawn there: ${hit?.localName}.${String(hit?.className).slice(0, 40)}`;
      }
    }
    return null;
  };
  const onFocus = ({ target }) => {
    if (!(target instanceof Element) || isOver) return;
    const previous = diary.at(-1);
    lookOf(target);
    endTransitions();
    diary.push({
      one: target,
      look: lookOf(target),
      place: placeOf(drawnBy(target)),
      // where it is now: the page or a row may have scrolled
      from: previous?.one.isConnected ? { ...previous, place: placeOf(drawnBy(previous.one)) } : null,
      hidden: hiddenBy(target),
      stuck: isStuck(target),
    });
    // presses of the key that are already on their way say nothing new
    isOver = isRound();
  };
  const isRound = () => {
    const { one } = diary.at(-1);
    if (root !== document.body && !root.contains(one)) return root === document.querySelector('[data-skip-to]') || root.localName === 'main';
    return diary.slice(0, -1).some((earlier) => earlier.one === one);
  };
  const jump = (from, to) => {
    if (from.stuck || to.stuck || root.contains(from.one) !== root.contains(to.one)) return false;
    const main = (one) => one.closest('[role=dialog], nav, header, main');
    if (main(from.one) !== main(to.one)) return false;
    // after the last comes the first again
    if (expected.indexOf(to.one) <= expected.indexOf(from.one)) return false;
    const group = from.one.closest(GROUPS);
    if (group && group !== main(from.one) && group.contains(to.one) && group.matches('article, li, tr')) return false;
    const [a, b] = [from.place, to.place];
    const rtl = document.dir === 'rtl' || document.documentElement.dir === 'rtl';
    const isAbove = b.bottom <= a.top + 2;
    const isAfter = rtl ? b.right <= a.left + 2 : b.left >= a.right - 2;
    if (isAbove) return !isAfter;
    const isSameRow = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.bottom - a.top, b.bottom - b.top) * 0.7;
    return isSameRow && (rtl ? b.left >= a.right - 2 : b.right <= a.left + 2);
  };
  const faults = (isComplete) => {
    const found = [];
    const reached = new Set(diary.map(({ one }) => one));
    const last = diary.at(-1)?.one;
    for (const one of expected) {
      if (!one.isConnected || !isShown(one) || reached.has(one)) continue;
      const isBefore = last && root !== document.body && one.compareDocumentPosition(last) & Node.DOCUMENT_POSITION_FOLLOWING;
      if (isComplete || isBefore) found.push(`not reached: ${nameOf(one)}`);
    }
    for (const { one, look, hidden } of diary) {
      const was = before.get(one);
      const drawn = getComputedStyle(one);
      if (was && was.join('|') === look.join('|')) found.push(`looks the same with the focus: ${nameOf(one)} ${drawn.outlineStyle}`);
      if (hidden !== null) found.push(`hidden while it has the focus: ${nameOf(one)}: ${hidden}`);
    }
    for (const to of diary) {
      const { from } = to;
      if (from && jump(from, to)) found.push(`goes back: from ${nameOf(from.one)} to ${nameOf(to.one)}`);
    }
    return [...new Set(found)];
  };
  return {
    /** @returns how many controls there are */
    begin(isFrameWalked) {
      diary = [];
      isOver = false;
      root = inside();
      // where the link that skips the navigation leads to; the frame is the same on every page
      const content = document.querySelector('[data-skip-to]') ?? document.querySelector('main');
      if (root === document.body && content && !isFrameWalked) root = content;
      shorten(root);
      expected = expectedIn(root);
      if (root === document.body) document.activeElement?.blur();
      else if (root === content) content.focus();
      const had = document.activeElement;
      layer = inside();
      document.body.getBoundingClientRect();
      endTransitions();
      before = new Map(expected.filter((one) => one !== had).map((one) => [one, lookOf(one)]));
      document.addEventListener('focusin', onFocus);
      return expected.length;
    },
    /** @returns whether the focus came round */
    isRound() {
      if (layer !== inside()) {
        // a dialog has opened meanwhile
        document.removeEventListener('focusin', onFocus);
        this.begin(false);
        return false;
      }
      const isLeft = diary.length > 0 && root !== document.body && !root.contains(document.activeElement);
      return isOver || (isLeft && (root === document.querySelector('[data-skip-to]') || root.localName === 'main'));
    },
    end(isComplete) {
      document.removeEventListener('focusin', onFocus);
      return faults(isComplete);
    },
  };
})();
