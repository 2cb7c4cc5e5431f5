import type { followingWords as english } from '../../en/server/following.js';
import type { Translation } from '../../messages.js';

export const followingWords: Translation<typeof english> = {
  'following.waiting': 'Aún no se ha comprobado.',
  'following.nothing_new': 'Nada nuevo.',
  'following.requested': 'Libros recién solicitados: {requested}.',
  'following.told': 'Libros nuevos de los que se te avisó: {told}.',
  'following.more_to_come': 'Libros recién solicitados: {requested}. Los otros {waiting} vendrán en breve.',
  'following.quota_used_up':
    'Libros recién solicitados: {requested}. Tu límite de solicitudes está agotado; libros que esperan por él: {waiting}.',
  'following.not_requested': 'Libros recién solicitados: {requested}. Libros que no se pudieron solicitar: {waiting}.',
  'following.gone': 'El catálogo ya no lo muestra. Se sigue de todos modos.',
  'following.other_region':
    'Se sigue en la región «{region}», y el servidor usa ahora «{serverRegion}». Queda en pausa hasta que vuelva esa región.',
  'following.not_offered': 'Ningún catálogo conectado muestra los libros de series y autores.',
  'following.catalogue_failed': 'El catálogo no respondió ({error}). Se le volverá a consultar.',
  'following.shelf_hidden': 'El sitio no muestra libros en este momento, así que no se quitó nada de la estantería.',
  'following.shelf_books': '{count, plural, one {# libro en la estantería.} other {# libros en la estantería.}}',
  'following.shelf_requested': '{count, plural, one {Se solicitó #.} other {Se solicitaron #.}}',
  'following.shelf_others_wait': 'Los demás esperan.',
  'following.shelf_catalogue_silent': 'El catálogo no respondió; el resto se buscará más tarde.',
  'following.shelf_more_to_come': 'Dentro de una hora vendrán más.',
  'following.calendar_name': 'Lectern: próximamente',
};
