import type { problemWords as english } from '../../en/server/problems.js';
import type { Translation } from '../../messages.js';

export const problemWords: Translation<typeof english> = {
  'problem.csrf_failed': 'このサーバーのページから送信されたものではありません。ページを再読み込みしてください。',
  'problem.no_endpoint': 'そのエンドポイントはありません。',
  'problem.no_web_file': 'そのファイルはありません。',
  'problem.body_too_large': '本文は{bytes}バイト以下にしてください。',
  'problem.json_required': '本文はUTF-8のapplication/jsonで送ってください。',
  'problem.invalid_json': '本文がJSONではありません。',
  'problem.nested_too_deep': '本文の入れ子が深すぎます。',
  'problem.file_required': 'ファイルそのものを{types}として送ってください。',
  'problem.types_or': '{type}または{other}',
  'problem.range_not_satisfiable': 'ファイルは{bytes}バイトです。',
  'problem.invalid_input': '{field}：{fault}',
  'problem.client_gone': 'クライアントが接続を切断しました。',
  'problem.too_many_attempts': '試行が多すぎます。{seconds}秒後にもう一度試してください。',
  'problem.too_many_files_at_once': 'サーバーが1人から同時に受け取れるのは{most}ファイルまでです。1秒後にもう一度試してください。',
  'problem.confirmation_required':
    'この操作は、誰がサインインできるかに関わります。パスワードまたはサインインに使うサービスで本人確認をしてから、もう一度試してください。',
  'problem.no_token_may': 'この操作は、権限にかかわらずAPIトークンではできません。サインインして行ってください。',
  'problem.token_may_not': 'このAPIトークンではこのエンドポイントを呼び出せません。',
  'problem.auth_required': '先にサインインしてください。',
  'problem.admin_required': 'この操作ができるのは管理者だけです。',
  'problem.permission_required': 'このアカウントはこの操作を許可されていません。管理者が変更できます。',
  'problem.setting_invalid': '{field}：{fault}',
  'problem.settings_invalid': '設定：{fault}',
  'problem.some_settings_invalid': '正しくない設定があります。',
  'problem.settings_not_valid': '設定が正しくありません。',
  'problem.of_integration': '{name}：{fault}',

  'problem.database_unreachable': 'データベースサーバーが応答しません。応答するまでLecternが試し続けます。',
  'problem.database_full': 'データベースのあるディスクがいっぱいです。空きができるまで何も保存できません。',
  'problem.database_busy': '別のプログラムがデータベースを使用しています。解放されるまで何も保存できません。',
  'problem.database_read_only': 'データベースが読み取り専用です。データディレクトリーの権限と、ディスクのマウント方法を確認してください。',
  'problem.database_broken_disk': 'データベースのあるディスクで読み書きができません。ディスクを確認してください。',
  'problem.database_damaged': 'データベースが壊れています。サーバーを停止し、バックアップを復元してください。',

  'problem.no_job_to_run': '実行できるその名前のジョブはありません。',
  'problem.no_job': 'そのジョブはありません。',
  'problem.job_over': 'そのジョブはすでに終了しています。',
  'problem.no_backup': 'そのバックアップはありません。',
};
