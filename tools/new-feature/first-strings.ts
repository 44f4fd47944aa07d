import type { LocaleCode } from '#base/shared/locales.ts';
import type { FeatureName } from './feature-name.ts';

/** What a reader of the API does, as a noun or a verb alone. */
// biome-ignore format: one line
const reading: Record<LocaleCode, string> = {
  en: 'read', es: 'leer', fr: 'lire', de: 'lesen', it: 'leggere', pt: 'ler', ru: 'чтение', ja: '読み取り', zh: '读取', ko: '읽기', ar: 'قراءة', hi: 'पढ़ना', bn: 'পড়া', tr: 'okuma', vi: 'đọc', pl: 'odczyt', nl: 'lezen', sv: 'läsa', uk: 'читання', th: 'อ่าน',
};

/** sentence, empty, add, titleField, titleWrong, remove, removeOne */
type Words = readonly [string, string, string, string, string, string, string];

const keys = ['sentence', 'empty', 'add', 'titleField', 'titleWrong', 'remove', 'removeOne'] as const;

// biome-ignore format: a language a line
const words: Record<LocaleCode, Words> = {
  en: ['Visitors see what is published, the newest first.', 'Nothing here yet', 'Add draft', 'Title', 'Write a title of 1 to 200 letters.', 'Remove', 'Remove {{title}}'],
  es: ['Los visitantes ven lo publicado, lo más nuevo primero.', 'Aún no hay nada', 'Añadir borrador', 'Título', 'Escribe un título de 1 a 200 letras.', 'Quitar', 'Quitar {{title}}'],
  fr: ['Les visiteurs voient ce qui est publié, le plus récent d’abord.', 'Rien pour l’instant', 'Ajouter un brouillon', 'Titre', 'Écrivez un titre de 1 à 200 lettres.', 'Retirer', 'Retirer {{title}}'],
  de: ['Besucher sehen, was veröffentlicht ist, das Neueste zuerst.', 'Noch nichts da', 'Entwurf hinzufügen', 'Titel', 'Schreiben Sie einen Titel mit 1 bis 200 Buchstaben.', 'Entfernen', '{{title}} entfernen'],
  it: ['I visitatori vedono ciò che è pubblicato, il più recente per primo.', 'Ancora niente', 'Aggiungi bozza', 'Titolo', 'Scrivi un titolo da 1 a 200 lettere.', 'Rimuovi', 'Rimuovi {{title}}'],
  pt: ['Os visitantes veem o que está publicado, o mais novo primeiro.', 'Nada por aqui ainda', 'Adicionar rascunho', 'Título', 'Escreva um título de 1 a 200 letras.', 'Remover', 'Remover {{title}}'],
  ru: ['Посетители видят опубликованное, сначала новое.', 'Пока ничего нет', 'Добавить черновик', 'Название', 'Введите название от 1 до 200 букв.', 'Удалить', 'Удалить: {{title}}'],
  ja: ['公開したものが新しい順に表示されます。', 'まだ何もありません', '下書きを追加', 'タイトル', '1～200文字のタイトルを入力してください。', '削除', '{{title}}を削除'],
  zh: ['访客看到已发布的内容，最新的在前。', '暂无内容', '添加草稿', '标题', '请输入 1 到 200 个字的标题。', '移除', '移除{{title}}'],
  ko: ['방문자에게는 게시된 항목이 최신순으로 보여요.', '아직 아무것도 없어요', '초안 추가', '제목', '제목을 1~200자로 입력하세요.', '삭제', '{{title}} 삭제'],
  ar: ['يرى الزوار ما نُشر، الأحدث أولًا.', 'لا شيء هنا بعد', 'إضافة مسودة', 'العنوان', 'اكتب عنوانًا من حرف إلى 200 حرف.', 'حذف', 'حذف {{title}}'],
  hi: ['आगंतुक प्रकाशित सामग्री देखते हैं, सबसे नई पहले।', 'अभी यहाँ कुछ नहीं है', 'ड्राफ़्ट जोड़ें', 'शीर्षक', '1 से 200 अक्षरों का शीर्षक लिखें।', 'हटाएँ', '{{title}} हटाएँ'],
  bn: ['দর্শকরা প্রকাশিত বিষয় দেখেন, নতুনটি আগে।', 'এখানে এখনও কিছু নেই', 'খসড়া যোগ করুন', 'শিরোনাম', '১ থেকে ২০০ অক্ষরের শিরোনাম লিখুন।', 'সরান', '{{title}} সরান'],
  tr: ['Ziyaretçiler yayımlananları görür, en yenisi önce.', 'Henüz bir şey yok', 'Taslak ekle', 'Başlık', '1 ile 200 harf arasında bir başlık yazın.', 'Kaldır', 'Kaldır: {{title}}'],
  vi: ['Khách xem những gì đã đăng, mới nhất trước.', 'Chưa có gì ở đây', 'Thêm bản nháp', 'Tiêu đề', 'Hãy viết tiêu đề từ 1 đến 200 chữ.', 'Gỡ bỏ', 'Gỡ bỏ {{title}}'],
  pl: ['Odwiedzający widzą to, co opublikowano, najnowsze na górze.', 'Nic tu jeszcze nie ma', 'Dodaj szkic', 'Tytuł', 'Wpisz tytuł od 1 do 200 liter.', 'Usuń', 'Usuń: {{title}}'],
  nl: ['Bezoekers zien wat gepubliceerd is, het nieuwste eerst.', 'Nog niets hier', 'Concept toevoegen', 'Titel', 'Schrijf een titel van 1 tot 200 letters.', 'Verwijderen', '{{title}} verwijderen'],
  sv: ['Besökare ser det som är publicerat, det nyaste först.', 'Inget här än', 'Lägg till utkast', 'Rubrik', 'Skriv en rubrik på 1 till 200 bokstäver.', 'Ta bort', 'Ta bort {{title}}'],
  uk: ['Відвідувачі бачать опубліковане, спершу найновіше.', 'Тут ще нічого немає', 'Додати чернетку', 'Назва', 'Введіть назву від 1 до 200 літер.', 'Вилучити', 'Вилучити: {{title}}'],
  th: ['ผู้เข้าชมเห็นสิ่งที่เผยแพร่แล้ว ใหม่สุดก่อน', 'ยังไม่มีอะไรที่นี่', 'เพิ่มฉบับร่าง', 'ชื่อ', 'พิมพ์ชื่อความยาว 1 ถึง 200 ตัวอักษร', 'นำออก', 'นำ {{title}} ออก'],
};

/** What a new feature says in a language: its name, which whoever writes it translates, and the words every list has. */
export function firstStrings({ many, one, folder }: FeatureName, title: string, language: LocaleCode): string {
  const own = Object.fromEntries(keys.map((key, place) => [key, words[language][place]]));
  const contributed = {
    menuEntries: { [many]: title },
    settingTexts: { [many]: words[language][0] },
    recordNames: { [one]: title },
    apiScopes: { [`${folder}_read`]: `${title}: ${reading[language]}` },
  };
  return `${JSON.stringify({ title, ...own, ...contributed }, null, 2)}\n`;
}
