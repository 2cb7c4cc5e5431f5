/* global localStorage, matchMedia, document */
// Sets the colour scheme before the first paint. A file of its own so that the page needs no inline script.
(function () {
  var stored;
  try {
    stored = localStorage.getItem('mantine-color-scheme-value');
  } catch {
    stored = null;
  }
  var scheme = stored === 'light' || stored === 'dark' ? stored : null;
  if (!scheme) scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
  document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
})();
