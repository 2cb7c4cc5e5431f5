/* global localStorage, matchMedia, document, location, navigator, self */
// Runs before the first paint. A file of its own so that the page needs no inline script.
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

  // The path of the server, such as `/lectern/`; `api/base-path.ts` takes it. A page that a proxy shows elsewhere would find nothing.
  var base = new URL('.', document.currentScript.src).pathname;
  self.lecternBase = base;
  if (location.pathname.indexOf(base) !== 0) return location.replace(base);

  // The words of the first page, in the language that `i18n/language.ts` will choose, are on their way as well.
  var words = document.querySelector('meta[name="lectern-words"]');
  var files = words ? JSON.parse(words.content) : {};
  var last;
  try {
    last = localStorage.getItem('lectern-locale');
  } catch {
    last = null;
  }
  var wishes = (last ? [last] : []).concat(navigator.languages || []);
  var spoken = wishes
    .map(function (wish) {
      return wish.toLowerCase().split('-')[0];
    })
    .filter(function (tag) {
      return Object.prototype.hasOwnProperty.call(files, tag);
    });
  var first = files[spoken[0] || 'en'];
  if (first) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = base + first;
    document.head.appendChild(link);
  }

  // What the program asks first is on its way while the program is. `api/early-answers.ts` takes it.
  if (!/(?:^|;\s*)lectern_csrf=/.test(document.cookie)) return;
  var paths = location.pathname === base ? ['api/auth/me', 'api/home'] : ['api/auth/me'];
  self.lecternEarly = paths.map(function (name) {
    var path = base + name;
    var response = fetch(path, { credentials: 'same-origin', headers: { accept: 'application/json' } });
    response.catch(function () {});
    return { path: path, response: response };
  });
})();
