import type { problemWords as english } from '../../en/server/problems.js';
import type { Translation } from '../../messages.js';

export const problemWords: Translation<typeof english> = {
  'problem.csrf_failed': 'Die Anfrage kam nicht von einer Seite dieses Servers. Lade die Seite neu.',
  'problem.no_endpoint': 'Diesen Endpunkt gibt es nicht.',
  'problem.no_web_file': 'Diese Datei gibt es nicht.',
  'problem.body_too_large': 'Der Inhalt darf höchstens {bytes} Bytes haben.',
  'problem.json_required': 'Sende den Inhalt als application/json, in UTF-8.',
  'problem.invalid_json': 'Der Inhalt ist kein JSON.',
  'problem.nested_too_deep': 'Der Inhalt ist zu tief verschachtelt.',
  'problem.file_required': 'Sende die Datei selbst, als {types}.',
  'problem.types_or': '{type} oder {other}',
  'problem.range_not_satisfiable': 'Die Datei hat {bytes} Bytes.',
  'problem.invalid_input': '{field} {fault}',
  'problem.client_gone': 'Der Client ist weg.',
  'problem.too_many_attempts': 'Zu viele Versuche. Versuche es in {seconds} s erneut.',
  'problem.too_many_files_at_once': 'Der Server nimmt {most} Dateien einer Person zugleich an. Versuche es in einer Sekunde erneut.',
  'problem.confirmation_required':
    'Das betrifft, wer sich anmelden kann. Bestätige mit deinem Passwort, oder dort, wo du dich anmeldest, dass du es bist; versuche es dann erneut.',
  'problem.no_token_may': 'API-Tokens dürfen das nicht, egal mit welchen Rechten. Melde dich an, und mach es dort.',
  'problem.token_may_not': 'Dieses API-Token darf diesen Endpunkt nicht aufrufen. Es bräuchte das Recht {scopes}.',
  'problem.token_malformed': 'Der Header Authorization enthält kein Token dieses Servers. Sende „Bearer“ und das ganze Token.',
  'problem.token_invalid': 'Dieses API-Token ist hier nicht bekannt oder wurde widerrufen.',
  'problem.token_expired': 'Dieses API-Token ist abgelaufen. Erstelle ein neues.',
  'problem.auth_required': 'Melde dich zuerst an.',
  'problem.admin_required': 'Das dürfen nur Admins.',
  'problem.permission_required': 'Dein Konto darf das nicht. Ein Admin kann das ändern.',
  'problem.setting_invalid': '{field} {fault}.',
  'problem.settings_invalid': 'Das Formular {fault}.',
  'problem.some_settings_invalid': 'Einige Einstellungen sind nicht gültig.',
  'problem.settings_not_valid': 'Die Einstellungen sind nicht gültig.',
  'problem.of_integration': '{name}: {fault}',

  'problem.database_unreachable': 'Der Datenbankserver antwortet nicht. Lectern versucht es, bis er antwortet.',
  'problem.database_full': 'Der Datenträger mit der Datenbank ist voll. Nichts kann gespeichert werden, bis Platz ist.',
  'problem.database_busy': 'Ein anderes Programm hält die Datenbank fest. Nichts kann gespeichert werden, bis es sie loslässt.',
  'problem.database_read_only':
    'Die Datenbank ist schreibgeschützt. Prüfe die Rechte des Datenordners und wie sein Datenträger eingehängt ist.',
  'problem.database_broken_disk': 'Der Datenträger mit der Datenbank liest oder schreibt nicht. Prüfe ihn.',
  'problem.database_damaged': 'Die Datenbank ist beschädigt. Stoppe den Server, und stelle ein Backup wieder her.',

  'problem.no_job_to_run': 'Diese Aufgabe zum Ausführen gibt es nicht.',
  'problem.no_job': 'Diese Aufgabe gibt es nicht.',
  'problem.job_over': 'Die Aufgabe ist schon beendet.',
  'problem.no_backup': 'Dieses Backup gibt es nicht.',
};
