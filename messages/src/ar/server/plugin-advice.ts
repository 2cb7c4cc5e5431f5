import type { pluginAdviceWords as english } from '../../en/server/plugin-advice.js';
import type { Translation } from '../../messages.js';

export const pluginAdviceWords: Translation<typeof english> = {
  'plugin_advice.plugin_not_installed': 'ثبّت الملحق، أو أزل التكامل.',
  'plugin_advice.plugin_manifest_invalid': 'على مؤلف الحزمة أن يصححها؛ ثبّت نسخة أخرى.',
  'plugin_advice.plugin_incompatible': 'ثبّت نسخة من الملحق صُنعت لهذه النسخة من Lectern، أو حدّث Lectern.',
  'plugin_advice.plugin_dependency_missing': 'ثبّت الملحق من جديد؛ فإن لم ينفع ذلك، فأخبر مؤلفه.',
  'plugin_advice.plugin_import_failed': 'ثبّت نسخة أخرى من الملحق، وأخبر مؤلفه.',
  'plugin_advice.plugin_shape_invalid': 'لا يقدم الملحق ما يذكره بيانه؛ أخبر مؤلفه.',
  'plugin_advice.plugin_create_timeout': 'تحقق من أن الخدمة تجيب، ثم احفظ الإعدادات مرة أخرى للبدء من جديد.',
  'plugin_advice.plugin_quarantined': 'أدى الملحق إلى انهيار الخادم أو توقفه، أو غيّر كائنات مدمجة. حدّث الملحق أو عطّله، ثم ارفع الحجر عنه.',
  'plugin_advice.plugin_disabled': 'فعّله من «الإدارة» ثم «الملحقات»، أو بالأمر `lectern plugins enable`.',
  'plugin_advice.hook_timeout': 'استغرق الملحق وقتًا طويلًا جدًا؛ تابع Lectern من دون جوابه.',
  'plugin_advice.hook_failed': 'أخبر مؤلف الملحق؛ تابع Lectern من دونه.',
};
