import type { unnamedWords as english } from '../../en/server/unnamed.js';
import type { Translation } from '../../messages.js';

export const unnamedWords: Translation<typeof english> = {
  'unnamed.person': 'un admin',
  'unnamed.indexer': 'indexeur',
  'unnamed.ebookSource': 'source de livres numériques',
  'unnamed.downloadClient': 'client de téléchargement',
  'unnamed.mediaServer': 'serveur multimédia',
  'unnamed.library': 'Dossier de la bibliothèque',
};
