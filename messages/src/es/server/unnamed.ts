import type { unnamedWords as english } from '../../en/server/unnamed.js';
import type { Translation } from '../../messages.js';

export const unnamedWords: Translation<typeof english> = {
  'unnamed.person': 'un administrador',
  'unnamed.indexer': 'indexador',
  'unnamed.ebookSource': 'fuente de libros electrónicos',
  'unnamed.downloadClient': 'cliente de descargas',
  'unnamed.mediaServer': 'servidor multimedia',
  'unnamed.library': 'Carpeta de la biblioteca',
};
