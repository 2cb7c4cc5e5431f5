import type { libraryProblemWords as english } from '../../en/server/problems-library.js';
import type { Translation } from '../../messages.js';

export const libraryProblemWords: Translation<typeof english> = {
  'problem.asin_invalid': 'Eine ASIN hat zehn Buchstaben und Ziffern.',
  'problem.no_library_item': 'Diesen Eintrag der Bibliothek gibt es nicht.',
  'problem.scan_not_started': 'Das Einlesen konnte nicht gestartet werden. Versuche es erneut.',
  'problem.no_likely_match': 'Diese wahrscheinliche Zuordnung gibt es nicht.',
  'problem.no_such_series_in_library': 'Die Bibliothek hat kein Buch dieser Serie.',
  'problem.check_up_under_way': 'Eine Prüfung läuft gerade.',
  'problem.no_check_up': 'Gerade läuft keine Prüfung.',
  'problem.no_finding': 'Diesen Befund gibt es nicht.',

  'problem.no_rename': 'Diese Umbenennung gibt es nicht.',
  'problem.another_rename': 'Eine andere Umbenennung läuft gerade.',
  'problem.rename_under_way': 'Die Umbenennung läuft noch.',
  'problem.rename_not_under_way': 'Die Umbenennung läuft nicht.',
  'problem.rename_not_ready': 'Nur ein Plan, der bereit ist, kann gestartet werden.',
  'problem.rename_too_old': 'Der Plan ist zu alt. Mach einen neuen.',
  'problem.rename_empty': 'Der Plan hat kein Buch, das verschoben werden kann.',
  'problem.rename_moved_nothing': 'Die Umbenennung hat kein Buch verschoben, das zurückgelegt werden könnte.',
  'problem.rename_not_undoable': 'Die Umbenennung ist zu alt, um sie rückgängig zu machen.',
  'problem.rename_was_started': 'Nur ein Plan, der nie gestartet wurde, kann gelöscht werden.',

  'problem.no_take_in': 'Diese Übernahme gibt es nicht.',
  'problem.take_in_under_way': 'Gerade wird eine Bibliothek übernommen.',
  'problem.take_in_over': 'Die Übernahme ist vorbei.',
  'problem.no_taken_book': 'Dieses Buch gibt es in der Übernahme nicht.',
  'problem.taken_not_open': 'Das Buch ist nicht mehr offen.',

  'problem.no_binned_book': 'Dieses Buch ist nicht im Papierkorb.',
  'problem.bin_away':
    'Die Dateien sind im Papierkorb nicht zu sehen. Prüfe, ob der Datenträger der Bibliothek eingehängt ist, und versuche es dann erneut.',
  'problem.bin_busy': 'Die Dateien dieses Buchs werden gerade verschoben. Warte, bis das fertig ist.',
  'problem.bin_book_placed': 'Lectern hat seither ein Buch in „{folder}“ abgelegt. Lösche oder ersetze jenes, und versuche es dann erneut.',
  'problem.bin_in_the_way': '„{path}“ ist im Weg. Verschiebe es, und versuche es dann erneut.',

  'problem.nothing_at_path': 'Unter „{path}“ ist auf diesem Server nichts.',
  'problem.path_not_readable':
    'Lectern darf „{path}“ nicht lesen. Prüfe Besitzer und Rechte oder das Systemkonto, unter dem Lectern läuft.',
  'problem.files_path_not_absolute': 'Gib den ganzen Pfad der Dateien an, von der Wurzel des Servers aus.',
  'problem.no_folder': 'Auf diesem Server gibt es keinen Ordner „{path}“.',
  'problem.path_not_folder': '„{path}“ ist eine Datei, kein Ordner.',
  'problem.folder_not_readable':
    'Lectern darf „{path}“ nicht lesen. Prüfe Besitzer und Rechte des Ordners oder das Systemkonto, unter dem Lectern läuft.',
  'problem.folder_path_not_absolute': 'Gib den ganzen Pfad des Ordners an, von der Wurzel des Servers aus.',
  'problem.folder_exists': '„{name}“ gibt es in „{path}“ schon.',
  'problem.folder_name_invalid':
    'So kann ein Ordner nicht heißen. Wähle einen kurzen Namen ohne Schrägstriche, Sonderzeichen und Leerzeichen am Anfang oder Ende.',
  'problem.folder_not_writable':
    'Lectern darf nicht in „{path}“ schreiben. Prüfe Besitzer und Rechte des Ordners oder das Systemkonto, unter dem Lectern läuft.',
  'problem.folder_read_only': 'Das Laufwerk von „{path}“ ist schreibgeschützt. Prüfe, wie es eingebunden ist.',
  'problem.folder_disk_full': 'Das Laufwerk von „{path}“ ist voll.',
};
