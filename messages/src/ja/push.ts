import type { pushMessages as english } from '../en/push.js';
import type { Translation } from '../messages.js';

export const pushMessages: Translation<typeof english> = {
  'push.title': 'この端末の通知',
  'push.lead': 'Lecternを開いていないときも、ブラウザーが新着を表示します。',
  'push.unsupported': 'このブラウザーはWebサイトの通知を表示できません。Chrome、Edge、Firefox、Safariなどを試してください。',
  'push.insecure':
    'ブラウザーは安全な接続でのみ通知を許可します。https://で始まるアドレスでLecternを開くか、管理者にアドレスを確認してください。',
  'push.homeScreen':
    'iPhoneやiPadでは、先にLecternをホーム画面に追加してください。「共有」をタップし、「ホーム画面に追加」を選びます。そこからLecternを開き、このページに戻ってください。',
  'push.blocked':
    'ブラウザーがLecternの通知をブロックしています。アドレスの横のアイコンから開くサイトの設定、またはスマートフォンの設定で許可してください。その後、このページを再読み込みしてください。',
  'push.on': 'この端末の通知はオンです。',
  'push.turnOn': 'オンにする',
  'push.turnedOn': 'この端末の通知をオンにしました。',
  'push.turnOff': 'オフにする',
  'push.turnedOff': 'この端末の通知をオフにしました。',
  'push.notAllowed': 'ブラウザーが通知を許可しなかったため、オフのままです。',
  'push.noService':
    'ブラウザーがプッシュサービスに登録できませんでした。接続と、プッシュメッセージを許可する設定を確認し、もう一度試してください。',
  'push.test': 'テストを送信',
  'push.test.sent': '{count, plural, other {#台の端末}}にテストを送信しています。',
  'push.test.none': 'テストを送れる端末がありません。',
  'push.test.failed': '{name}：{fault}',
  'push.devices': '通知が届く端末',
  'push.device.unknown': '不明な端末',
  'push.device.here': 'この端末',
  'push.device.since': '{date}からオン',
  'push.remove': '削除',
};
