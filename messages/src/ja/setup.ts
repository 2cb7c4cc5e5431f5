import type { setupMessages as english } from '../en/setup.js';
import type { Translation } from '../messages.js';

export const setupMessages: Translation<typeof english> = {
  'setup.title': 'Lecternの設定',
  'setup.steps': '手順',
  'setup.step.admin': 'アカウント',
  'setup.step.library': 'ライブラリ',
  'setup.step.integrations': '接続',
  'setup.signIn': '設定はすでに始まっています。続けるには管理者としてサインインしてください。',
  'setup.admin.lead': '最初のアカウントを作成します。ほかのアカウントの作成を含め、すべての操作ができます。',
  'setup.token': '設定トークン',
  'setup.token.help': 'Lecternを起動した場所に表示されています。',
  'setup.token.wrong': '表示されたトークンと異なります。設定が完了するまで、起動のたびに新しいものが表示されます。',
  'setup.admin.submit': 'アカウントを作成',
  'setup.library.lead': '使う前に、フォルダーに書き込めるか、ダウンロードフォルダーのファイルをリンクできるかをテストします。',
  'setup.library.path': 'ライブラリフォルダー',
  'setup.library.path.help': '完成した本の保存先。メディアサーバーも同じフォルダーを読み取ります。',
  'setup.library.downloads': 'ダウンロードフォルダー',
  'setup.library.downloads.help': 'ライブラリと同じディスクにあれば、コピーの代わりにリンクされます。',
  'setup.library.test': 'テストして保存',
  'setup.integrations.lead': 'それぞれ1つずつあれば、リクエストした本を検索し、聴けるようになります。',
  'setup.integrations.add': '追加',
  'setup.integrations.missing': '足りないものは、後で「管理」→「連携」で追加できます。',
  'setup.finish': 'Lecternを始める',
  'setup.finish.anyway': 'ひとまず完了',
};
