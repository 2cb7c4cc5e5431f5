import type { adminPageMessages as english } from '../en/admin-pages.js';
import type { Translation } from '../messages.js';

/** The list of admin pages: what they are about, and what is done on each. */
export const adminPageMessages: Translation<typeof english> = {
  'nav.admin.group.books': '本とリクエスト',
  'nav.admin.group.people': 'メンバーとアクセス',
  'nav.admin.group.connections': '接続',
  'nav.admin.group.server': 'サーバー',
  'nav.admin.choose': 'ページを選ぶ',
  'nav.admin.back': '{page}に戻る',
  'nav.admin.overview.about': '対応が必要なことと進行中のこと',
  'nav.admin.approvals.about': '承認待ちのリクエスト',
  'nav.admin.requests.about': '全員のリクエストとその結果',
  'nav.admin.library.about': 'メディアサーバーの本、ファイルの取り込みと名前の変更',
  'nav.admin.reports.about': '報告された本の問題',
  'nav.admin.blocklist.about': 'ダウンロードしないリリース',
  'nav.admin.users.about': 'アカウント、権限、リクエストの上限',
  'nav.admin.apiTokens.about': 'ほかのプログラムからのアクセス',
  'nav.admin.integrations.about': 'カタログ、インデクサー、ダウンロードクライアント、メディアサーバー',
  'nav.admin.plugins.about': 'プラグインのインストール、更新、削除',
  'nav.admin.mail.about': 'メッセージを送るメールサーバー',
  'nav.admin.webhooks.about': '起きたことをほかのプログラムに知らせる',
  'nav.admin.settings.about': 'フォルダー、リリース、サインインなど',
  'nav.admin.jobs.about': 'バックグラウンドのジョブとその予定',
  'nav.admin.backups.about': 'データベースの保存と復元',
  'nav.admin.audit.about': 'だれがいつ何をしたか',
  'nav.admin.logs.about': 'サーバーの動作の記録',
};
