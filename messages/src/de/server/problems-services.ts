import type { serviceProblemWords as english } from '../../en/server/problems-services.js';
import type { Translation } from '../../messages.js';

export const serviceProblemWords: Translation<typeof english> = {
  'problem.no_integration': 'Diese Integration gibt es nicht.',
  'problem.plugin_not_installed': 'Das Plugin {plugin} ist nicht installiert.',
  'problem.plugin_without_settings': '{plugin} hat keine Einstellungen.',
  'problem.per_user': 'Jede Person verbindet {plugin} selbst, unter „Meine Regale“.',
  'problem.only_one': 'Es gibt schon eine Integration von {plugin}; ändere jene.',
  'problem.no_paths': '{integration} nennt keine Pfade; deshalb gibt es nichts zuzuordnen.',
  'problem.key_not_sent':
    'Die Adresse führt zu einem anderen Server. Gib den Schlüssel neu ein, damit der gespeicherte nicht dorthin geht.',
  'problem.plugin_bundled': '{plugin} kommt mit Lectern und ändert sich mit ihm. Es kann deaktiviert werden.',
  'problem.plugin_updated_with_server': '{plugin} kommt mit Lectern und wird mit ihm aktualisiert.',
  'problem.no_previous_version': 'Es gibt keine frühere Version von {plugin}, zu der du zurückkehren könntest.',
  'problem.not_quarantined': '{plugin} ist nicht in Quarantäne.',

  'problem.no_webhook': 'Diesen Webhook gibt es nicht.',
  'problem.too_many_webhooks': 'Es gibt schon {most} Webhooks.',
  'problem.webhook_off': 'Der Webhook ist ausgeschaltet.',
  'problem.no_delivery': 'Diese Zustellung gibt es nicht.',
  'problem.webhook_scheme': 'Die Adresse muss mit https:// oder http:// beginnen.',
  'problem.webhook_credentials': 'Die Adresse darf keinen Benutzernamen und kein Passwort enthalten; die Signatur zeigt, wer sendet.',
  'problem.webhook_fragment': 'Die Adresse muss vor dem „#“ enden, denn was danach kommt, sehen Server nie.',
  'problem.webhook_unencrypted': '{host} ist im Internet; deshalb muss die Adresse mit https:// beginnen.',
  'problem.webhook_redirects':
    '{host} leitet weiter (HTTP {status}). Webhooks folgen keinen Weiterleitungen: Gib die endgültige Adresse ein.',
  'problem.webhook_gone': '{host} will diese Ereignisse nicht mehr (HTTP 410).',
  'problem.webhook_not_taken': '{host} hat das Ereignis nicht angenommen (HTTP {status}).',
  'problem.webhook_secret_unreadable': 'Der Schlüssel des Webhooks ist nicht lesbar. Mach einen neuen.',
};
