import type { statusTitleWords as english } from '../../en/server/status-titles.js';
import type { Translation } from '../../messages.js';

export const statusTitleWords: Translation<typeof english> = {
  'status_title.400': 'Fehlerhafte Anfrage',
  'status_title.401': 'Nicht angemeldet',
  'status_title.403': 'Nicht erlaubt',
  'status_title.404': 'Nicht gefunden',
  'status_title.409': 'Konflikt',
  'status_title.410': 'Nicht mehr da',
  'status_title.413': 'Zu groß',
  'status_title.415': 'Medientyp nicht unterstützt',
  'status_title.416': 'Bereich nicht lieferbar',
  'status_title.422': 'Nicht gültig',
  'status_title.429': 'Zu viele Anfragen',
  'status_title.499': 'Verbindung vom Client beendet',
  'status_title.500': 'Interner Fehler',
  'status_title.502': 'Fehler eines anderen Dienstes',
  'status_title.503': 'Nicht verfügbar',
  'status_title.507': 'Zu wenig Speicherplatz',
};
