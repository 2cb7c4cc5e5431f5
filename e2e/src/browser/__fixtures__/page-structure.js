// Runs in the page: whether it has the parts by which a screen reader finds its way.
globalThis.pageStructure = (() => {
  const isHeard = (one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest('[aria-hidden="true"], [inert]');
  const isNamed = (one) => ['aria-label', 'aria-labelledby'].some((name) => (one.getAttribute(name) ?? '').trim() !== '');
  const wordsOf = (one) => one.textContent.replace(/\s+/g, ' ').trim().slice(0, 60);
  /** Places that wait to be filled and do not say so, noted when they come, since they are soon gone. */
  const silent = new Set();
  const noteWaiting = () => {
    for (const one of document.querySelectorAll('.mantine-Skeleton-root'))
      if (one.dataset.visible !== 'false' && !one.closest('[role=status], [aria-busy=true]')) {
        const around = one.closest('section, [role=dialog], main') ?? document.body;
        silent.add(`it is not said that this waits: a place in “${wordsOf(around)}” (${one.parentElement?.className})`);
      }
  };
  new MutationObserver(noteWaiting).observe(document, { childList: true, subtree: true });

  const headings = (at, from) => {
    const all = [...at.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter(isHeard);
    const levels = all.map((one) => Number(one.localName.slice(1)));
    return all
      .filter((_, place) => levels[place] > (levels[place - 1] ?? from) + 1)
      .map((one) => `a level of headings is skipped before: “${wordsOf(one)}”`);
  };
  const tables = (at) => {
    const all = [...at.querySelectorAll('table')].filter(isHeard);
    return all.flatMap((table) => {
      const heads = [...table.querySelectorAll('th')];
      const found = heads.filter((one) => wordsOf(one) === '' && !isNamed(one)).map(() => `a table has a header without words: ${wordsOf(table)}`);
      return heads.length === 0 ? [...found, `a table has no headers: ${wordsOf(table)}`] : found;
    });
  };
  const named = (at) =>
    [...at.querySelectorAll('[role=progressbar], progress, nav, [role=region], [role=dialog]')]
      .filter((one) => isHeard(one) && !isNamed(one))
      .map((one) => `it has no name: ${one.getAttribute('role') ?? one.localName} “${wordsOf(one)}”`);
  return {
    /** @returns what is wrong, in words */
    faults() {
      const main = document.querySelector('main');
      const firsts = [...document.querySelectorAll('h1')].filter((one) => one.checkVisibility() && !one.closest('[role=dialog]'));
      const dialog = [...document.querySelectorAll('[role=dialog]')].filter(isHeard).at(-1);
      const found = [...(dialog ? headings(dialog, 1) : headings(main ?? document.body, 0)), ...tables(document), ...named(document), ...silent];
      if (!main) found.push('there is no main part');
      if (firsts.length !== 1) found.push(`there are ${firsts.length} headings of the first level`);
      // the first page bears the name of the server
      const isFirst = ['/', '/sign-in'].includes(location.pathname);
      if (!isFirst && !document.title.includes(' · ')) found.push(`the window is only called “${document.title}”`);
      return [...new Set(found)];
    },
  };
})();
