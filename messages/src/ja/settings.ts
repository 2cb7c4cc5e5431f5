import type { settingsMessages as english } from '../en/settings.js';
import type { Translation } from '../messages.js';

export const settingsMessages: Translation<typeof english> = {
  'settings.sections': 'セクション',
  'settings.title': '設定',
  'settings.template.preview': '例',
  'settings.template.placed': '配置済みの本の名前は変わりません。',
  'settings.anyClient': '任意のクライアント',
  'settings.clientGone': '削除されたクライアント',
  'settings.clientGone.so':
    'このインデクサーのリリースは、最初に受け付けるクライアントに渡されます。別のクライアントを選ぶか、空のままにしてください。',
  'folder.browse': '参照',
  'folder.title': 'フォルダーの選択',
  'folder.missing': 'フォルダー「{path}」はありません。最も近いのは次のフォルダーです：',
  'folder.up': '1つ上のフォルダー',
  'folder.titleFiles': 'フォルダーまたはファイルの選択',
  'folder.use': 'このフォルダーを使う',
  'folder.create': 'フォルダーを作成',
  'folder.create.name': '新しいフォルダーの名前',
  'folder.create.do': '作成',
};
