import type { followingWords as english } from '../../en/server/following.js';
import type { Translation } from '../../messages.js';

export const followingWords: Translation<typeof english> = {
  'following.waiting': 'Noch nicht geprüft.',
  'following.nothing_new': 'Nichts Neues.',
  'following.requested': 'Neu angefragte Bücher: {requested}.',
  'following.told': 'Neue Bücher, über die du benachrichtigt wurdest: {told}.',
  'following.more_to_come': 'Neu angefragte Bücher: {requested}. Die anderen {waiting} folgen in Kürze.',
  'following.quota_used_up':
    'Neu angefragte Bücher: {requested}. Dein Anfragelimit ist aufgebraucht; Bücher, die darauf warten: {waiting}.',
  'following.not_requested': 'Neu angefragte Bücher: {requested}. Bücher, die nicht angefragt werden konnten: {waiting}.',
  'following.gone': 'Der Katalog führt es nicht mehr auf. Du folgst ihm weiter.',
  'following.other_region':
    'Du folgst in der Region „{region}“, und der Server verwendet jetzt „{serverRegion}“. Es ruht, bis die Region wieder da ist.',
  'following.not_offered': 'Kein verbundener Katalog führt die Bücher von Serien und Autoren auf.',
  'following.catalogue_failed': 'Der Katalog hat nicht geantwortet ({error}). Er wird erneut gefragt.',
  'following.shelf_hidden': 'Die Website zeigt zurzeit keine Bücher; deshalb wurde nichts vom Regal genommen.',
  'following.shelf_books': '{count, plural, one {# Buch im Regal.} other {# Bücher im Regal.}}',
  'following.shelf_requested': '{count, plural, one {# wurde angefragt.} other {# wurden angefragt.}}',
  'following.shelf_others_wait': 'Die anderen warten.',
  'following.shelf_catalogue_silent': 'Der Katalog hat nicht geantwortet; der Rest wird später nachgeschlagen.',
  'following.shelf_more_to_come': 'In einer Stunde folgen weitere.',
  'following.calendar_name': 'Lectern: Demnächst',
};
