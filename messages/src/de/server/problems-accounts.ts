import type { accountProblemWords as english } from '../../en/server/problems-accounts.js';
import type { Translation } from '../../messages.js';

export const accountProblemWords: Translation<typeof english> = {
  'problem.no_user': 'Diese Person gibt es nicht.',
  'problem.no_account': 'Dieses Konto gibt es nicht, oder es darf sich nicht anmelden.',
  'problem.no_session': 'Diese Sitzung gibt es nicht.',
  'problem.invalid_credentials': 'Der Benutzername oder das Passwort ist falsch.',
  'problem.account_pending': 'Dieses Konto wartet darauf, dass ein Admin dieses Servers es genehmigt.',
  'problem.account_inactive': 'Dieses Konto darf sich nicht anmelden. Wende dich an einen Admin dieses Servers.',
  'problem.account_may_not_sign_in': 'Dieses Konto darf sich nicht anmelden. Genehmige es zuerst.',
  'problem.session_expired': 'Die Sitzung ist vorbei. Melde dich neu an.',
  'problem.current_password_wrong': 'Das aktuelle Passwort ist falsch.',
  'problem.not_an_admin': 'Dieses Konto ist kein Admin.',
  'problem.account_changed_meanwhile': 'Das Konto wurde gerade geändert. Versuche es erneut.',
  'problem.no_password': 'Dein Konto hat hier kein Passwort. Bestätige mit dem Dienst, mit dem du dich anmeldest.',
  'problem.identity_not_yours': 'Du hast dich dort als jemand anderes angemeldet. Verwende das Konto, das mit deinem verknüpft ist.',
  'problem.too_busy': 'Gerade melden sich zu viele Personen an. Versuche es in ein paar Sekunden erneut.',
  'problem.login_link_invalid': 'Dieser Link ist nicht mehr gültig. Lass dir von einem Admin einen neuen geben.',
  'problem.decision_link_invalid': 'Dieser Link ist nicht gültig, oder die Person, für die er war, entscheidet nicht mehr über Anfragen.',
  'problem.denial_needs_reason': 'Eine Ablehnung braucht einen Grund.',

  'problem.username_invalid': 'Ein Benutzername hat 1 bis 100 Buchstaben, Ziffern oder die Zeichen . _ @ + -',
  'problem.username_taken': 'Der Benutzername {username} ist vergeben.',
  'problem.name_needs_letter': 'Ein Name braucht mindestens einen Buchstaben.',
  'problem.password_too_short': 'Ein Passwort braucht mindestens {least} Zeichen.',
  'problem.password_too_long': 'Ein Passwort darf höchstens {most} Bytes haben.',
  'problem.last_admin': 'Das ist der letzte Admin. Mach zuerst jemand anderen zum Admin.',
  'problem.last_admin_with_password':
    'Das ist der letzte Admin mit einem Passwort hier, der sich auch anmelden kann, wenn kein anderer Dienst antwortet. Gib zuerst einem anderen Admin ein Passwort.',
  'problem.admin_exists': 'Es gibt schon einen Admin. Melde dich an.',
  'problem.registration_closed': 'Hier kann man sich nicht selbst registrieren. Lass dir von einem Admin dieses Servers ein Konto geben.',
  'problem.too_many_waiting':
    'Zu viele Konten warten schon auf einen Admin dieses Servers. Ein Admin muss unter „Admin“ → „Personen“ einige genehmigen oder zurückweisen; versuche es dann erneut.',
  'problem.setup_complete': 'Die Einrichtung ist abgeschlossen. Melde dich als Admin an.',
  'problem.setup_token_invalid': 'Das ist nicht das Token der Einrichtung. Der Server gibt es beim Start aus.',
  'problem.setup_incomplete': 'Wähle zuerst den Bibliotheksordner.',

  'problem.no_sign_in_way': 'Diesen Weg der Anmeldung gibt es nicht.',
  'problem.sign_in_not_begun':
    'Diese Anmeldung wurde nicht in diesem Browser begonnen, hat zu lange gedauert oder wurde schon verwendet. Beginne neu.',
  'problem.sign_in_did_not_work': 'Die Anmeldung mit {name} hat nicht geklappt. Versuche es später erneut.',
  'problem.sign_in_wait': '{name} bittet dich zu warten, bevor du es erneut versuchst.',
  'problem.sign_in_misconfigured':
    '{name} ist falsch eingerichtet, oder seiner Antwort kann nicht vertraut werden. Sag es einem Admin dieses Servers.',
  'problem.sign_in_unreachable': '{name} ist gerade nicht erreichbar. Versuche es später erneut.',
  'problem.who_you_are': 'Der Dienst hat nicht gesagt, wer du bist.',
  'problem.no_account_for_you': 'Du hast hier kein Konto. Lass dir von einem Admin dieses Servers eines geben.',
  'problem.identity_taken': 'Jenes Konto ist hier schon mit jemand anderem verknüpft.',
  'problem.no_linked_account': 'Dieses verknüpfte Konto gibt es nicht.',
  'problem.last_sign_in': 'Nur so kannst du dich anmelden. Leg zuerst ein Passwort fest, oder verknüpfe ein anderes Konto.',

  'problem.no_api_token': 'Dieses API-Token gibt es nicht.',
  'problem.too_many_tokens': 'Es gibt schon {most} aktive Tokens. Widerrufe eines, das nicht mehr nötig ist.',
  'problem.expiry_past': 'Das Token wäre schon abgelaufen.',
  'problem.admin_scopes': 'Nur Tokens von Admins dürfen Admin-Rechte haben.',

  'problem.no_push_device': 'Dieses Gerät gibt es nicht.',
  'problem.too_many_devices': 'Benachrichtigungen sind schon auf {most} Geräten eingeschaltet. Entferne eines, das nicht mehr nötig ist.',
  'problem.push_not_https': 'Der Endpunkt ist keine https://-Adresse.',
  'problem.push_strange_parts': 'Der Endpunkt hat Teile, die kein Push-Dienst vergibt.',
  'problem.push_key_invalid': 'Der Schlüssel p256dh ist kein Punkt der Kurve P-256.',
  'problem.no_backend': 'Diesen Benachrichtigungsdienst gibt es nicht.',
  'problem.no_target': 'Diesen Dienst gibt es nicht.',
  'problem.no_target_kind': 'Diese Art von Dienst gibt es nicht.',
  'problem.too_many_targets': 'Du hast schon {most} Dienste. Entferne zuerst einen.',
  'problem.plugin_unusable_now': '{plugin} ist zurzeit nicht nutzbar. Wende dich an einen Admin.',
  'problem.no_calendar': 'Diesen Kalender gibt es nicht.',
};
