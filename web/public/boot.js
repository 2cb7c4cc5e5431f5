/* global localStorage, matchMedia, document, location, navigator, self, Image */
// Runs before the first paint. A file of its own so that the page needs no inline script.
(function () {
  function remembered(key) {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  }

  function chooseScheme() {
    var stored = remembered('mantine-color-scheme-value');
    var scheme = stored === 'light' || stored === 'dark' ? stored : null;
    if (!scheme) scheme = matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
    document.documentElement.setAttribute('data-mantine-color-scheme', scheme);
  }

  /** What the build has left in the page under a name, by language. */
  function inPage(name) {
    var meta = document.querySelector('meta[name="' + name + '"]');
    return meta ? JSON.parse(meta.content) : {};
  }

  /** Of the languages that are offered, the one that `i18n/language.ts` will choose. */
  function firstLanguage(last, files) {
    var wishes = (last ? [last] : []).concat(navigator.languages || []);
    var spoken = wishes
      .map(function (wish) {
        return wish.toLowerCase().split('-')[0];
      })
      .filter(function (tag) {
        return Object.prototype.hasOwnProperty.call(files, tag);
      });
    return spoken[0] || 'en';
  }

  function preload(file) {
    var link = document.createElement('link');
    link.rel = 'modulepreload';
    link.crossOrigin = '';
    link.href = base + file;
    document.head.appendChild(link);
  }

  function add(parent, kind, className) {
    var element = document.createElement(kind);
    if (className) element.className = className;
    parent.appendChild(element);
    return element;
  }

  // Whoever still sees the splash after some seconds reads that it is the server which does not answer, or its files which do not come.
  function saySplashWaits(language, said) {
    var splash = document.getElementById('splash');
    if (!said || !splash) return;
    var view = splash.querySelector('.early');
    if (view) view.remove();
    var line = splash.querySelector('[role="status"]');
    line.lang = language;
    line.dir = said.direction;
    line.textContent = said.waiting;
    // an installed app has no button of the browser for it
    var retry = add(splash, 'button');
    retry.type = 'button';
    retry.lang = language;
    retry.dir = said.direction;
    retry.textContent = said.retry;
    retry.addEventListener('click', function () {
      location.reload();
    });
  }

  function ask(path, language) {
    var response = fetch(path, { credentials: 'same-origin', headers: { accept: 'application/json', 'accept-language': language } });
    response.catch(function () {});
    return { path: path, response: response };
  }

  /** A copy of an answer that the program will take, or nothing. */
  function copied(early) {
    return early.response.then(function (response) {
      return response.ok ? response.clone().json() : undefined;
    });
  }

  function firstRow(home) {
    var rows = home.sections.filter(function (section) {
      return section.items.length > 0 || section.gone;
    });
    return rows.length > 0 ? rows[0].items : [];
  }

  // The covers that a phone shows whole of the first row would be the last to be painted. They are asked for as
  // `components/cover/cover.tsx` asks for those of cards; kept, or they may be thrown away before they are shown.
  function fetchCovers(books) {
    return books.slice(0, 2).map(function (book) {
      var cover = new Image();
      cover.alt = '';
      cover.fetchPriority = 'high';
      if (/^\/api\/covers\//.test(book.coverUrl || '')) cover.src = base + book.coverUrl.slice(1).split('?')[0] + '?w=400';
      return cover;
    });
  }

  // On a phone, members see the covers of the first row where the program will draw them. Admins have more above that row, and a book that
  // is open lies over it. The styles are in `index.html`; a test compares the places.
  function drawFirstRow(me, covers, language, said) {
    var splash = document.getElementById('splash');
    if (!splash || !said || me.role === 'admin' || covers.length === 0 || location.search) return;
    if (!matchMedia('(max-width: 47.99em)').matches || splash.querySelector('button')) return;
    var hour = new Date().getHours();
    var view = add(splash, 'div', 'early');
    view.lang = language;
    view.dir = said.direction;
    view.setAttribute('aria-hidden', 'true');
    add(view, 'div', 'early-bar');
    var greeting = add(view, 'div', 'early-greeting');
    greeting.textContent = said.greetings[hour < 12 ? 0 : hour < 18 ? 1 : 2].replace('{name}', function () {
      return me.displayName || me.username;
    });
    add(view, 'div', 'early-title');
    var row = add(view, 'div', 'early-row');
    covers.forEach(function (cover) {
      add(row, 'div').appendChild(cover);
    });
    add(row, 'div');
  }

  chooseScheme();

  // The path of the server, such as `/lectern/`; `api/base-path.ts` takes it. A page that a proxy shows elsewhere would find nothing.
  var base = new URL('.', document.currentScript.src).pathname;
  self.lecternBase = base;
  if (location.pathname.indexOf(base) !== 0) return location.replace(base);

  // The words of the first page are on their way as well.
  var files = inPage('lectern-words');
  var last = remembered('lectern-locale');
  var language = firstLanguage(last, files);
  if (files[language]) preload(files[language]);
  var said = inPage('lectern-splash')[language];
  setTimeout(saySplashWaits, 5000, language, said);

  // What the program asks first is on its way while the program is. `api/early-answers.ts` takes it.
  if (!/(?:^|;\s*)lectern_csrf=/.test(document.cookie)) return;
  // the pseudo-locale is no language of its own, but the server can write it
  var asked = last === 'en-XA' ? last : language;
  var me = ask(base + 'api/auth/me', asked);
  self.lecternEarly = [me];
  if (location.pathname !== base) return;
  var home = ask(base + 'api/home', asked);
  self.lecternEarly.push(home);
  Promise.all([copied(me), copied(home)])
    .then(function (answers) {
      if (!answers[0] || !answers[0].user || !answers[1]) return;
      self.lecternCovers = fetchCovers(firstRow(answers[1]));
      drawFirstRow(answers[0].user, self.lecternCovers, language, said);
    })
    .catch(function () {});
})();
