import type { libraryProblemWords as english } from '../../en/server/problems-library.js';
import type { Translation } from '../../messages.js';

export const libraryProblemWords: Translation<typeof english> = {
  'problem.asin_invalid': 'Un ASIN compte dix lettres et chiffres.',
  'problem.no_library_item': 'Cet élément de la bibliothèque n’existe pas.',
  'problem.scan_not_started': 'L’analyse n’a pas pu être lancée. Réessayez.',
  'problem.no_likely_match': 'Cette correspondance probable n’existe pas.',
  'problem.no_such_series_in_library': 'La bibliothèque n’a aucun livre de cette série.',
  'problem.check_up_under_way': 'Un contrôle est en cours.',
  'problem.no_check_up': 'Aucun contrôle n’est en cours.',
  'problem.no_finding': 'Ce résultat n’existe pas.',
  'problem.no_rename': 'Ce renommage n’existe pas.',
  'problem.another_rename': 'Un autre renommage est en cours.',
  'problem.rename_under_way': 'Le renommage est encore en cours.',
  'problem.rename_not_under_way': 'Le renommage n’est pas en cours.',
  'problem.rename_not_ready': 'Seul un plan prêt peut être lancé.',
  'problem.rename_too_old': 'Le plan est trop ancien. Faites-en un nouveau.',
  'problem.rename_empty': 'Le plan n’a aucun livre qui puisse être déplacé.',
  'problem.rename_moved_nothing': 'Le renommage n’a déplacé aucun livre qui puisse être remis en place.',
  'problem.rename_not_undoable': 'Le renommage est trop ancien pour être annulé.',
  'problem.rename_was_started': 'Seul un plan jamais lancé peut être supprimé.',
  'problem.no_take_in': 'Cette reprise n’existe pas.',
  'problem.take_in_under_way': 'La reprise d’une bibliothèque est en cours.',
  'problem.take_in_over': 'La reprise est terminée.',
  'problem.no_taken_book': 'Ce livre ne fait pas partie de la reprise.',
  'problem.taken_not_open': 'Le livre n’est plus à traiter.',
  'problem.no_binned_book': 'Ce livre n’est pas dans la corbeille.',
  'problem.bin_away':
    'Les fichiers ne sont pas visibles dans la corbeille. Vérifiez que le disque de la bibliothèque est monté, puis réessayez.',
  'problem.bin_busy': 'Les fichiers de ce livre sont en cours de déplacement. Attendez que ce soit fini.',
  'problem.bin_book_placed': 'Lectern a placé depuis un livre dans « {folder} ». Supprimez ou remplacez ce livre, puis réessayez.',
  'problem.bin_in_the_way': '« {path} » gêne. Déplacez-le ailleurs, puis réessayez.',
  'problem.nothing_at_path': 'Il n’y a rien à « {path} » sur ce serveur.',
  'problem.path_not_readable':
    'Lectern n’a pas le droit de lire « {path} ». Vérifiez le propriétaire et les droits, ou l’utilisateur qui exécute Lectern.',
  'problem.files_path_not_absolute': 'Indiquez le chemin complet des fichiers, depuis la racine du serveur.',
  'problem.no_folder': 'Il n’y a pas de dossier « {path} » sur ce serveur.',
  'problem.path_not_folder': '« {path} » est un fichier, pas un dossier.',
  'problem.folder_not_readable':
    'Lectern n’a pas le droit de lire « {path} ». Vérifiez le propriétaire et les droits du dossier, ou l’utilisateur qui exécute Lectern.',
  'problem.folder_path_not_absolute': 'Indiquez le chemin complet du dossier, depuis la racine du serveur.',
  'problem.folder_exists': '« {name} » existe déjà dans « {path} ».',
  'problem.folder_name_invalid':
    'Un dossier ne peut pas porter ce nom. Choisissez un nom court, sans barres obliques, caractères spéciaux, ni espaces au début ou à la fin.',
  'problem.folder_not_writable':
    'Lectern n’a pas le droit d’écrire dans « {path} ». Vérifiez le propriétaire et les droits du dossier, ou l’utilisateur qui exécute Lectern.',
  'problem.folder_read_only': 'Le disque de « {path} » est en lecture seule. Vérifiez son montage.',
  'problem.folder_disk_full': 'Le disque de « {path} » est plein.',
};
