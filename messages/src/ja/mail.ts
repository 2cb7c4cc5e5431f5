import type { mailMessages as english } from '../en/mail.js';
import type { Translation } from '../messages.js';

export const mailMessages: Translation<typeof english> = {
  'mail.title': 'メール',
  'mail.lead': 'Lecternがユーザーにメッセージを送るメールサーバー。',
  'mail.remove': '削除',
  'mail.remove.title': 'メールサーバーを削除しますか？',
  'mail.remove.body': 'サーバーとパスワードの情報を消去し、今後メールを送信しません。',
  'mail.removed': 'メールサーバーを削除しました。',
  'mail.unencrypted':
    '暗号化しないと、パスワードとすべてのメッセージが途中で読み取られる可能性があります。このマシンや信頼できるネットワークのサーバーでのみ選んでください。',
  'mail.test': '試す',
  'mail.test.note': '上に入力した内容で、保存の有無にかかわらず実際にメッセージを送信します。',
  'mail.test.to': '宛先',
  'mail.test.send': 'テストメールを送信',
  'mail.test.noAddress': 'you@example.orgのようなメールアドレスを入力してください。',
  'mail.test.ok': 'サーバーは{ms}ミリ秒でメッセージを受け付けました。受信箱と迷惑メールフォルダーを確認してください。',
  'mail.test.steps': '進んだところ',
  'mail.step.resolve': 'サーバーを探す',
  'mail.step.connect': '接続する',
  'mail.step.greet': '応答を受け取る',
  'mail.step.encrypt': '接続を暗号化する',
  'mail.step.sign_in': 'サインインする',
  'mail.step.sender': '差出人を伝える',
  'mail.step.recipient': '宛先を伝える',
  'mail.step.message': 'メッセージを渡す',
  'mail.stepState.done': '完了',
  'mail.stepState.failed': '失敗',
  'mail.stepState.not_reached': '未到達',
};
