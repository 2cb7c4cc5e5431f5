import type { unnamedWords as english } from '../../en/server/unnamed.js';
import type { Translation } from '../../messages.js';

export const unnamedWords: Translation<typeof english> = {
  'unnamed.person': '管理者',
  'unnamed.indexer': 'インデクサー',
  'unnamed.ebookSource': '電子書籍ソース',
  'unnamed.downloadClient': 'ダウンロードクライアント',
  'unnamed.mediaServer': 'メディアサーバー',
  'unnamed.library': 'ライブラリフォルダー',
};
