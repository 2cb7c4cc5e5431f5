import type { followingWords as english } from '../../en/server/following.js';
import type { Translation } from '../../messages.js';

export const followingWords: Translation<typeof english> = {
  'following.waiting': 'Pas encore vérifié.',
  'following.nothing_new': 'Rien de nouveau.',
  'following.requested': 'Livres nouvellement demandés : {requested}.',
  'following.told': 'Nouveaux livres qui vous ont été annoncés : {told}.',
  'following.more_to_come': 'Livres nouvellement demandés : {requested}. Les {waiting} autres suivent sous peu.',
  'following.quota_used_up':
    'Livres nouvellement demandés : {requested}. Votre limite de demandes est atteinte ; livres qui attendent : {waiting}.',
  'following.not_requested': 'Livres nouvellement demandés : {requested}. Livres qui n’ont pas pu être demandés : {waiting}.',
  'following.gone': 'Le catalogue n’en fait plus mention. Le suivi continue.',
  'following.other_region':
    'Le suivi vaut pour la région « {region} », et le serveur utilise maintenant « {serverRegion} ». Il s’arrête jusqu’au retour de la région.',
  'following.not_offered': 'Aucun catalogue connecté ne liste les livres de séries et d’auteurs.',
  'following.catalogue_failed': 'Le catalogue n’a pas répondu ({error}). Il sera interrogé de nouveau.',
  'following.shelf_hidden': 'Le site n’affiche aucun livre pour le moment, rien n’a donc été retiré de l’étagère.',
  'following.shelf_books': '{count, plural, one {# livre sur l’étagère.} other {# livres sur l’étagère.}}',
  'following.shelf_requested': '{count, plural, one {# a été demandé.} other {# ont été demandés.}}',
  'following.shelf_others_wait': 'Les autres attendent.',
  'following.shelf_catalogue_silent': 'Le catalogue n’a pas répondu ; le reste sera recherché plus tard.',
  'following.shelf_more_to_come': 'La suite viendra dans une heure.',
  'following.calendar_name': 'Lectern : à paraître',
};
