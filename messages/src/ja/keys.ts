import type { keyMessages as english } from '../en/keys.js';
import type { Translation } from '../messages.js';

export const keyMessages: Translation<typeof english> = {
  'keys.title': 'キーボードショートカット',
  'keys.palette': 'ページへ移動、または操作を実行',
  'keys.search': '検索欄へ移動',
  'keys.next': '次の本またはリクエスト',
  'keys.previous': '前の本またはリクエスト',
  'keys.beside': '本の画面で、一覧の前または次の本',
  'keys.arrows': '一覧の本の間を移動',
  'keys.request': '選択中の本をリクエスト',
  'keys.select': 'リクエストの選択を切り替え',
  'keys.selectRange': '前回の選択からここまでを選択',
  'keys.help': 'ショートカットを表示',
  'keys.switch': '1文字のキーを使う',
  'keys.switch.help': '誤って文字を押してしまう場合は、このブラウザーでオフにできます。Ctrl Kは常に使えます。',
  'verb.theme': '外観：{scheme}',
  'verb.scan': '今すぐライブラリをスキャン',
  'verb.scan.done': 'ライブラリをスキャンしています。',
  'verb.backup': '今すぐバックアップを作成',
  'verb.backup.done': 'バックアップを作成しています。',
  'verb.addIntegration': '連携を追加',
  'verb.importFiles': 'サーバーのファイルをインポート',
  'verb.takeIn': '既存の本のフォルダーを取り込む',
};
