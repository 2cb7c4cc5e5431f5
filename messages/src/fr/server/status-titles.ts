import type { statusTitleWords as english } from '../../en/server/status-titles.js';
import type { Translation } from '../../messages.js';

export const statusTitleWords: Translation<typeof english> = {
  'status_title.400': 'Requête incorrecte',
  'status_title.401': 'Non connecté',
  'status_title.403': 'Non autorisé',
  'status_title.404': 'Introuvable',
  'status_title.409': 'Conflit',
  'status_title.410': 'Disparu',
  'status_title.413': 'Trop volumineux',
  'status_title.415': 'Type de média non pris en charge',
  'status_title.416': 'Plage non disponible',
  'status_title.422': 'Non valide',
  'status_title.429': 'Trop de requêtes',
  'status_title.499': 'Le client est parti',
  'status_title.500': 'Erreur interne',
  'status_title.502': 'Erreur d’un autre service',
  'status_title.503': 'Indisponible',
  'status_title.507': 'Espace de stockage insuffisant',
};
