create trigger options_touch before update on public.options for each row execute function private.touch_updated_at();
create trigger options_tell after insert or update or delete on public.options
  for each row execute function private.notify_change('options', 'key');

create function private.check_menus() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.value @? '$.*[*].children[*].children[*].children[*].children[*].children[*]' then
    perform private.raise_error('menu_too_deep', 'A menu can have at most five levels. Move deeper entries up, or to a page of their own.');
  end if;
  return new;
end $$;
comment on function private.check_menus is 'Rejects a menu that is nested too deep.';
create trigger options_check_menus before insert or update of value on public.options for each row
  when (new.key = 'menus') execute function private.check_menus();

grant select (account_id, key, value, created_at, updated_at) on public.options to anon, authenticated;
grant insert (account_id, key, value), update (account_id, key, value), delete on public.options to authenticated;
create policy "Everyone reads what a site shows" on public.options for select to anon, authenticated
  using (key in ('settings', 'menus', 'header', 'footer', 'theme', 'misc'));
create policy "Members read the order of their menus" on public.options for select to authenticated
  using (key in ('profileMenu', 'memberMenu') and account_id = (select private.account_with('member')));
create policy "Staff read the keys of the media host" on public.options for select to authenticated
  using (key = 'bunnyCreds' and account_id = (select private.account_with('staff')));
create policy "Managers read every option of their account" on public.options for select to authenticated
  using (account_id = (select private.account_with('manage_options')));
create policy "Managers add options" on public.options for insert to authenticated
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers change options" on public.options for update to authenticated
  using (account_id = (select private.account_with('manage_options')))
  with check (account_id = (select private.account_with('manage_options')));
create policy "Managers remove options" on public.options for delete to authenticated
  using (account_id = (select private.account_with('manage_options')));

create function private.create_default_options() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  insert into public.options (account_id, key, value) values
    (new.account_id, 'settings', jsonb_build_object('sitetitle', initcap(replace(new.slug, '-', ' ')), 'onboard', true)),
    (new.account_id, 'menus', '{"header": [
        {"id": "home", "label": "Home", "item_url": "/", "item_type": "link", "children": []},
        {"id": "courses", "label": "Courses", "item_url": "/course", "item_type": "link", "children": []},
        {"id": "blog", "label": "Blog", "item_url": "/blog", "item_type": "link", "children": []},
        {"id": "about", "label": "About", "item_url": "/about", "item_type": "link", "children": []}], "mobile": []}')
  on conflict do nothing;
  return null;
end $$;
comment on function private.create_default_options is 'Gives a new account a title and a menu.';
create trigger accounts_furnish_options after insert on public.accounts for each row execute function private.create_default_options();

create function private.default_texts(language text) returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select coalesce(words -> default_texts.language, words -> 'en') from (select '{
    "en": {"home": "Home", "courses": "Courses", "blog": "Blog", "about": "About", "lead": "Courses taught by people who do what they teach.", "see": "See the courses", "all": "All courses", "first": "The first lesson is open to everyone", "picture": "Seven notebooks around a pot of tea on a round table", "who": "This is where you say who teaches here, and why. Open this page in the page builder and write it in your own words."},
    "es": {"home": "Inicio", "courses": "Cursos", "blog": "Blog", "about": "Nosotros", "lead": "Cursos impartidos por gente que se dedica a lo que enseña.", "see": "Ver los cursos", "all": "Todos los cursos", "first": "La primera lección está abierta a todo el mundo", "picture": "Siete cuadernos alrededor de una tetera en una mesa redonda", "who": "Aquí cuenta quién enseña y por qué. Abra esta página en el editor de páginas y escríbala con sus propias palabras."},
    "fr": {"home": "Accueil", "courses": "Cours", "blog": "Blog", "about": "À propos", "lead": "Des cours par des gens qui pratiquent ce qu’ils enseignent.", "see": "Voir les cours", "all": "Tous les cours", "first": "La première leçon est ouverte à tous", "picture": "Sept carnets autour d’une théière sur une table ronde", "who": "C’est ici que vous dites qui enseigne, et pourquoi. Ouvrez cette page dans l’éditeur de pages et écrivez-la avec vos propres mots."},
    "de": {"home": "Startseite", "courses": "Kurse", "blog": "Blog", "about": "Über uns", "lead": "Kurse von Menschen, die tun, was sie lehren.", "see": "Zu den Kursen", "all": "Alle Kurse", "first": "Die erste Lektion ist für alle offen", "picture": "Sieben Notizbücher um eine Teekanne auf einem runden Tisch", "who": "Hier sagen Sie, wer hier unterrichtet und warum. Öffnen Sie diese Seite im Seiteneditor und schreiben Sie sie mit Ihren eigenen Worten."},
    "it": {"home": "Home", "courses": "Corsi", "blog": "Blog", "about": "Chi siamo", "lead": "Corsi tenuti da chi fa ciò che insegna.", "see": "Vedi i corsi", "all": "Tutti i corsi", "first": "La prima lezione è aperta a tutti", "picture": "Sette taccuini attorno a una teiera su un tavolo rotondo", "who": "Qui racconti chi insegna, e perché. Apri questa pagina nel page builder e scrivila con parole tue."},
    "pt": {"home": "Início", "courses": "Cursos", "blog": "Blog", "about": "Sobre", "lead": "Cursos dados por quem vive do que ensina.", "see": "Ver os cursos", "all": "Todos os cursos", "first": "A primeira aula é aberta a todos", "picture": "Sete cadernos em volta de um bule de chá em uma mesa redonda", "who": "Aqui você conta quem ensina e por quê. Abra esta página no construtor de páginas e escreva com suas próprias palavras."},
    "ru": {"home": "Главная", "courses": "Курсы", "blog": "Блог", "about": "О нас", "lead": "Курсы от людей, которые сами делают то, чему учат.", "see": "Смотреть курсы", "all": "Все курсы", "first": "Первый урок открыт для всех", "picture": "Семь тетрадей вокруг чайника на круглом столе", "who": "Здесь вы рассказываете, кто здесь преподаёт и почему. Откройте эту страницу в конструкторе страниц и напишите её своими словами."},
    "ja": {"home": "ホーム", "courses": "コース", "blog": "ブログ", "about": "私たちについて", "lead": "それを仕事にしている人が教えるコース。", "see": "コース一覧を見る", "all": "すべてのコース", "first": "最初のレッスンは誰でも見られます", "picture": "丸テーブルでティーポットを囲む7冊のノート", "who": "ここには、だれが、なぜ教えているのかを書きます。ページビルダーでこのページを開き、ご自分の言葉で書き換えてください。"},
    "zh": {"home": "首页", "courses": "课程", "blog": "博客", "about": "关于我们", "lead": "老师教的就是自己的本行。", "see": "查看课程", "all": "全部课程", "first": "第一课时向所有人开放", "picture": "圆桌上一壶茶，四周七本笔记本", "who": "在这里介绍由谁授课，以及为什么。请在页面编辑器中打开本页，用您自己的话来写。"},
    "ko": {"home": "홈", "courses": "강좌", "blog": "블로그", "about": "소개", "lead": "그 일을 직접 하는 사람들이 가르치는 강좌.", "see": "강좌 둘러보기", "all": "모든 강좌", "first": "첫 레슨은 누구에게나 열려 있어요", "picture": "둥근 테이블 위 찻주전자를 둘러싼 공책 일곱 권", "who": "누가 왜 가르치는지 여기에 적어 주세요. 페이지 빌더에서 이 페이지를 열고 직접 써 보세요."},
    "ar": {"home": "الرئيسية", "courses": "الدورات", "blog": "المدوّنة", "about": "من نحن", "lead": "دورات يعلّمها من يمارسون ما يعلّمون.", "see": "تصفّح الدورات", "all": "كل الدورات", "first": "الدرس الأول مفتوح للجميع", "picture": "سبعة دفاتر حول إبريق شاي على طاولة مستديرة", "who": "هنا تقول من يعلّم ولماذا. افتح هذه الصفحة في محرّر الصفحات واكتبها بكلماتك."},
    "hi": {"home": "होम", "courses": "कोर्स", "blog": "ब्लॉग", "about": "परिचय", "lead": "उन लोगों के कोर्स जो ख़ुद यही काम करते हैं।", "see": "कोर्स देखें", "all": "सभी कोर्स", "first": "पहला पाठ सबके लिए खुला है", "picture": "गोल मेज़ पर चाय की केतली के इर्द-गिर्द सात नोटबुक", "who": "यहाँ आप बताते हैं कि कौन पढ़ाता है और क्यों। इस पेज को पेज बिल्डर में खोलें और अपने शब्दों में लिखें।"},
    "bn": {"home": "হোম", "courses": "কোর্স", "blog": "ব্লগ", "about": "পরিচিতি", "lead": "কোর্স, শেখান তাঁরাই যাঁরা কাজটা নিজে করেন।", "see": "কোর্সগুলো দেখুন", "all": "সব কোর্স", "first": "প্রথম পাঠ সবার জন্য খোলা", "picture": "গোল টেবিলে চায়ের পট ঘিরে সাতটি খাতা", "who": "এখানে আপনি জানান কে শেখান এবং কেন। পেজ বিল্ডারে এই পেজটি খুলে নিজের ভাষায় লিখুন।"},
    "tr": {"home": "Ana sayfa", "courses": "Kurslar", "blog": "Blog", "about": "Hakkımızda", "lead": "Öğrettiği işi yapan insanlardan kurslar.", "see": "Kursları gör", "all": "Tüm kurslar", "first": "İlk ders herkese açık", "picture": "Yuvarlak bir masada, çaydanlığın çevresinde yedi defter", "who": "Burada kimin, neden öğrettiğini anlatırsınız. Bu sayfayı sayfa oluşturucuda açıp kendi sözcüklerinizle yazın."},
    "vi": {"home": "Trang chủ", "courses": "Khóa học", "blog": "Blog", "about": "Giới thiệu", "lead": "Khóa học do chính người trong nghề dạy.", "see": "Xem các khóa học", "all": "Mọi khóa học", "first": "Bài đầu tiên mở cho mọi người", "picture": "Bảy cuốn sổ quanh ấm trà trên bàn tròn", "who": "Đây là nơi bạn nói ai dạy và vì sao. Hãy mở trang này trong trình tạo trang và viết bằng lời của bạn."},
    "pl": {"home": "Start", "courses": "Kursy", "blog": "Blog", "about": "O nas", "lead": "Kursy prowadzone przez ludzi, którzy robią to, czego uczą.", "see": "Zobacz kursy", "all": "Wszystkie kursy", "first": "Pierwsza lekcja jest otwarta dla wszystkich", "picture": "Siedem notesów wokół dzbanka herbaty na okrągłym stole", "who": "Tutaj opowiadasz, kto uczy i dlaczego. Otwórz tę stronę w kreatorze stron i napisz ją własnymi słowami."},
    "nl": {"home": "Home", "courses": "Cursussen", "blog": "Blog", "about": "Over ons", "lead": "Cursussen van mensen die doen wat ze onderwijzen.", "see": "Bekijk de cursussen", "all": "Alle cursussen", "first": "De eerste les is voor iedereen open", "picture": "Zeven schriften rond een theepot op een ronde tafel", "who": "Hier vertelt u wie er lesgeeft, en waarom. Open deze pagina in de paginabouwer en schrijf haar in uw eigen woorden."},
    "sv": {"home": "Start", "courses": "Kurser", "blog": "Blogg", "about": "Om oss", "lead": "Kurser ledda av människor som gör det de lär ut.", "see": "Se kurserna", "all": "Alla kurser", "first": "Första lektionen är öppen för alla", "picture": "Sju skrivböcker runt en tekanna på ett runt bord", "who": "Här berättar du vem som undervisar och varför. Öppna sidan i sidbyggaren och skriv den med dina egna ord."},
    "uk": {"home": "Головна", "courses": "Курси", "blog": "Блог", "about": "Про нас", "lead": "Курси від людей, які самі роблять те, чого навчають.", "see": "Переглянути курси", "all": "Усі курси", "first": "Перший урок відкритий для всіх", "picture": "Сім зошитів навколо чайника на круглому столі", "who": "Тут ви розповідаєте, хто викладає і чому. Відкрийте цю сторінку в конструкторі сторінок і напишіть її своїми словами."},
    "th": {"home": "หน้าแรก", "courses": "คอร์ส", "blog": "บล็อก", "about": "เกี่ยวกับเรา", "lead": "คอร์สจากคนที่ลงมือทำสิ่งที่ตัวเองสอน", "see": "ดูคอร์สทั้งหมด", "all": "คอร์สทั้งหมด", "first": "บทเรียนแรกเปิดให้ทุกคน", "picture": "สมุดเจ็ดเล่มวางรอบกาน้ำชาบนโต๊ะกลม", "who": "บอกตรงนี้ว่าใครเป็นผู้สอน และสอนเพราะอะไร เปิดหน้านี้ในเครื่องมือสร้างหน้าแล้วเขียนด้วยคำของคุณเอง"}
  }'::jsonb as words) said
$$;
comment on function private.default_texts is 'The default texts of a new account in its language: the titles and texts of its first pages.';

create function private.translate_default_menu() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  english jsonb := private.default_texts('en');
  texts jsonb := private.default_texts(new.value ->> 'defaultLanguage');
begin
  -- Only while the account is being created in this transaction: later the texts are the owner's.
  update public.options o
     set value = jsonb_set(o.value, '{header}', (
       select jsonb_agg(case when entry ->> 'label' = english ->> (entry ->> 'id')
                then entry || jsonb_build_object('label', texts ->> (entry ->> 'id')) else entry end order by place)
         from jsonb_array_elements(o.value -> 'header') with ordinality menu (entry, place)))
    from public.accounts a
   where o.account_id = new.account_id and o.key = 'menus' and a.account_id = o.account_id and a.created_at = private.clock_now()
     and jsonb_array_length(o.value -> 'header') > 0;
  return null;
end $$;
comment on function private.translate_default_menu is 'Translates the default menu of a new account into its language.';
create trigger options_say_first_menu after insert or update of value on public.options for each row
  when (new.key = 'settings' and new.value ? 'defaultLanguage') execute function private.translate_default_menu();

-- Themes: text has a contrast of at least 4.5 : 1 on its background (WCAG 2.2, 1.4.3), whoever writes them.

create function private.preset_colours() returns jsonb
language sql immutable parallel safe set search_path = '' as $$
  select '{
    "plain": {
      "light": {
        "base-100": "oklch(99.7% 0.001 75)", "base-200": "oklch(97.2% 0.003 70)", "base-300": "oklch(93.4% 0.005 70)",
        "base-content": "oklch(24% 0.014 225)", "primary": "oklch(44% 0.079 212)", "primary-content": "oklch(99% 0.006 212)",
        "secondary": "oklch(49% 0.083 58)", "secondary-content": "oklch(99% 0.008 58)", "accent": "oklch(83% 0.128 82)",
        "accent-content": "oklch(27% 0.05 70)", "neutral": "oklch(28% 0.016 225)", "neutral-content": "oklch(97% 0.004 225)"},
      "dark": {
        "base-100": "oklch(23.5% 0.009 225)", "base-200": "oklch(20% 0.009 225)", "base-300": "oklch(16.5% 0.009 225)",
        "base-content": "oklch(93.5% 0.006 225)", "primary": "oklch(77% 0.086 205)", "primary-content": "oklch(21% 0.035 215)",
        "secondary": "oklch(79% 0.07 65)", "secondary-content": "oklch(23% 0.035 60)", "accent": "oklch(83% 0.12 82)",
        "accent-content": "oklch(25% 0.05 70)", "neutral": "oklch(34% 0.012 225)", "neutral-content": "oklch(95% 0.005 225)"},
      "night": {
        "base-100": "oklch(16.5% 0.014 268)", "base-200": "oklch(13% 0.012 268)", "base-300": "oklch(10% 0.01 268)",
        "base-content": "oklch(86% 0.014 78)", "primary": "oklch(73% 0.079 205)", "primary-content": "oklch(16% 0.03 215)",
        "secondary": "oklch(73% 0.062 65)", "secondary-content": "oklch(18% 0.03 60)", "accent": "oklch(77% 0.11 80)",
        "accent-content": "oklch(20% 0.04 70)", "neutral": "oklch(27% 0.018 268)", "neutral-content": "oklch(88% 0.012 78)"}},
    "lumen": {
      "light": {
        "base-100": "oklch(99.2% 0.002 250)", "base-200": "oklch(96.2% 0.006 250)", "base-300": "oklch(91.5% 0.01 250)",
        "base-content": "oklch(21% 0.032 262)", "primary": "oklch(37% 0.125 264)", "primary-content": "oklch(98.5% 0.008 264)",
        "secondary": "oklch(46% 0.075 225)", "secondary-content": "oklch(98.5% 0.008 225)", "accent": "oklch(82% 0.152 72)",
        "accent-content": "oklch(23% 0.05 60)", "neutral": "oklch(17% 0.03 264)", "neutral-content": "oklch(96.5% 0.008 250)"},
      "dark": {
        "base-100": "oklch(19% 0.028 262)", "base-200": "oklch(16% 0.026 262)", "base-300": "oklch(12.5% 0.022 262)",
        "base-content": "oklch(94.5% 0.008 250)", "primary": "oklch(79% 0.095 262)", "primary-content": "oklch(19% 0.05 264)",
        "secondary": "oklch(79% 0.07 225)", "secondary-content": "oklch(20% 0.035 225)", "accent": "oklch(82% 0.152 72)",
        "accent-content": "oklch(23% 0.05 60)", "neutral": "oklch(27% 0.04 264)", "neutral-content": "oklch(96.5% 0.008 250)"},
      "night": {
        "base-100": "oklch(19% 0.028 262)", "base-200": "oklch(16% 0.026 262)", "base-300": "oklch(12.5% 0.022 262)",
        "base-content": "oklch(94.5% 0.008 250)", "primary": "oklch(79% 0.095 262)", "primary-content": "oklch(19% 0.05 264)",
        "secondary": "oklch(79% 0.07 225)", "secondary-content": "oklch(20% 0.035 225)", "accent": "oklch(82% 0.152 72)",
        "accent-content": "oklch(23% 0.05 60)", "neutral": "oklch(27% 0.04 264)", "neutral-content": "oklch(96.5% 0.008 250)"}},
    "atelier": {
      "light": {
        "base-100": "oklch(98% 0.008 60)", "base-200": "oklch(94.5% 0.017 62)", "base-300": "oklch(89% 0.026 62)",
        "base-content": "oklch(26% 0.045 355)", "primary": "oklch(49% 0.165 31)", "primary-content": "oklch(98.5% 0.012 60)",
        "secondary": "oklch(41% 0.078 168)", "secondary-content": "oklch(97.5% 0.014 90)", "accent": "oklch(84% 0.138 84)",
        "accent-content": "oklch(26% 0.045 355)", "neutral": "oklch(26% 0.045 355)", "neutral-content": "oklch(96% 0.014 62)"},
      "dark": {
        "base-100": "oklch(22.5% 0.032 355)", "base-200": "oklch(19% 0.03 355)", "base-300": "oklch(15.5% 0.026 355)",
        "base-content": "oklch(94% 0.018 62)", "primary": "oklch(75% 0.125 35)", "primary-content": "oklch(20% 0.055 30)",
        "secondary": "oklch(79% 0.085 168)", "secondary-content": "oklch(20% 0.04 168)", "accent": "oklch(84% 0.138 84)",
        "accent-content": "oklch(24% 0.045 355)", "neutral": "oklch(31% 0.05 355)", "neutral-content": "oklch(96% 0.014 62)"},
      "night": {
        "base-100": "oklch(22.5% 0.032 355)", "base-200": "oklch(19% 0.03 355)", "base-300": "oklch(15.5% 0.026 355)",
        "base-content": "oklch(94% 0.018 62)", "primary": "oklch(75% 0.125 35)", "primary-content": "oklch(20% 0.055 30)",
        "secondary": "oklch(79% 0.085 168)", "secondary-content": "oklch(20% 0.04 168)", "accent": "oklch(84% 0.138 84)",
        "accent-content": "oklch(24% 0.045 355)", "neutral": "oklch(31% 0.05 355)", "neutral-content": "oklch(96% 0.014 62)"}}}'::jsonb
$$;
comment on function private.preset_colours is 'The colours of each theme preset by mode; the same as those of the stylesheet.';

create function private.rgb_of_oklab(lightness double precision, a double precision, b double precision) returns double precision[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  l double precision := power(lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  m double precision := power(lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  s double precision := power(lightness - 0.0894841775 * a - 1.291485548 * b, 3);
  light double precision;
  rgb double precision[] := '{}';
begin
  foreach light in array array[
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s]
  loop
    rgb := rgb || least(1, greatest(0, case when light <= 0.0031308 then 12.92 * light else 1.055 * power(light, 1 / 2.4) - 0.055 end));
  end loop;
  return rgb;
end $$;
comment on function private.rgb_of_oklab is 'Converts Oklab to sRGB, each channel from 0 to 1, clipped to the gamut.';

create function private.rgb_of(colour text) returns double precision[]
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  hex text := lower(substring(colour from '^\s*#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})\s*$'));
  matches text[];
begin
  if hex is not null then
    if length(hex) = 3 then
      hex := regexp_replace(hex, '(.)', '\1\1', 'g');
    end if;
    return array(select get_byte(decode(hex, 'hex'), at) / 255.0::double precision from generate_series(0, 2) at);
  end if;
  matches := regexp_match(colour, '^\s*oklch\(\s*(\d{1,3}(?:\.\d{1,6})?)%\s+(\d(?:\.\d{1,6})?|\.\d{1,6})\s+(\d{1,3}(?:\.\d{1,6})?)(?:deg)?\s*\)\s*$', 'i');
  if matches is not null then
    return private.rgb_of_oklab(matches[1]::double precision / 100,
      matches[2]::double precision * cosd(matches[3]::double precision), matches[2]::double precision * sind(matches[3]::double precision));
  end if;
  matches := regexp_match(colour, '^\s*rgb\(\s*(\d{1,3})\s*,\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\)\s*$', 'i');
  if matches is not null and matches[1]::int <= 255 and matches[2]::int <= 255 and matches[3]::int <= 255 then
    return array[matches[1]::double precision / 255, matches[2]::double precision / 255, matches[3]::double precision / 255];
  end if;
  return null;
end $$;
comment on function private.rgb_of is 'Parses an opaque colour (#rgb, #rrggbb, rgb() or oklch()) to sRGB from 0 to 1; null for anything else.';

create function private.linear_light(channel double precision) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select case when channel <= 0.04045 then channel / 12.92 else power((channel + 0.055) / 1.055, 2.4) end
$$;
comment on function private.linear_light is 'Linearises an sRGB channel.';

create function private.contrast_of(one double precision[], other double precision[]) returns double precision
language sql immutable parallel safe set search_path = '' as $$
  select (greatest(first, second) + 0.05) / (least(first, second) + 0.05) from (select
    0.2126 * private.linear_light(one[1]) + 0.7152 * private.linear_light(one[2]) + 0.0722 * private.linear_light(one[3]) as first,
    0.2126 * private.linear_light(other[1]) + 0.7152 * private.linear_light(other[2]) + 0.0722 * private.linear_light(other[3]) as second
  ) luminances
$$;
comment on function private.contrast_of is 'WCAG 2 contrast ratio of two opaque sRGB colours, 1 to 21.';

create function private.nearest_readable(colour text, others text[]) returns text
language plpgsql immutable parallel safe set search_path = '' as $$
declare
  rgb double precision[] := private.rgb_of(colour);
  r double precision := private.linear_light(rgb[1]);
  g double precision := private.linear_light(rgb[2]);
  b double precision := private.linear_light(rgb[3]);
  l double precision := cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  m double precision := cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  s double precision := cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  lightness double precision := 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  aa double precision := 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  bb double precision := 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  step int;
  direction int;
  candidate double precision;
  hex text;
begin
  for step in 0 .. 200 loop
    foreach direction in array array[-1, 1] loop
      candidate := lightness + direction * step * 0.005;
      continue when candidate < 0 or candidate > 1;
      select '#' || string_agg(lpad(to_hex(round(channel * 255)::int), 2, '0'), '' order by at) into hex
        from unnest(private.rgb_of_oklab(candidate, aa, bb)) with ordinality as channels (channel, at);
      if not exists (select from unnest(others) other where private.contrast_of(private.rgb_of(hex), private.rgb_of(other)) < 4.5) then
        return hex;
      end if;
    end loop;
  end loop;
  return null;
end $$;
comment on function private.nearest_readable is 'The nearest colour of the same hue with a contrast of 4.5 : 1 to all the others; null if there is none.';

create function private.check_theme() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  theme jsonb := case when jsonb_typeof(new.value) = 'object' then new.value else '{}' end;
  presets jsonb := private.preset_colours();
  pairs constant text[] := array['base-content/base-100', 'base-content/base-200', 'base-content/base-300', 'primary/base-100',
    'primary/base-200', 'primary-content/primary', 'secondary-content/secondary', 'accent-content/accent', 'neutral-content/neutral'];
  theme_mode text;
  colours jsonb;
  overrides jsonb;
  pair text;
  ink text;
  background text;
  ratio double precision;
  reported text;
  nearest text;
begin
  foreach theme_mode in array array['light', 'dark', 'night'] loop
    select coalesce(jsonb_object_agg(substr(name, 9), value), '{}') into overrides
      from jsonb_each_text(coalesce(case when theme_mode = 'night' then theme -> 'dark' end, '{}') || coalesce(theme -> theme_mode, '{}')) named (name, value)
     where name like '--color-%';
    continue when overrides = '{}';
    colours := coalesce(presets -> (theme ->> 'preset') -> theme_mode, presets -> 'plain' -> theme_mode) || overrides;
    foreach pair in array pairs loop
      ink := split_part(pair, '/', 1);
      background := split_part(pair, '/', 2);
      foreach reported in array array[ink, background] loop
        if private.rgb_of(colours ->> reported) is null then
          perform private.raise_error('invalid', format('The colour of %s in the %s theme can’t be read. Write it as #rrggbb or oklch(50%% 0.1 200).', reported, theme_mode));
        end if;
      end loop;
      ratio := private.contrast_of(private.rgb_of(colours ->> ink), private.rgb_of(colours ->> background));
      continue when ratio >= 4.5;
      reported := case when overrides ? ink then ink else background end;
      select private.nearest_readable(colours ->> reported, array_agg(colours ->> other)) into nearest
        from (select case when split_part(each, '/', 1) = reported then split_part(each, '/', 2) else split_part(each, '/', 1) end as other
                from unnest(pairs) each where reported in (split_part(each, '/', 1), split_part(each, '/', 2))) partners;
      perform private.raise_error('invalid',
        format('In the %s theme, %s can’t be read on %s: their contrast is %s : 1, and 4.5 : 1 is needed.%s', theme_mode, ink, background, trunc(ratio::numeric, 2),
          case when nearest is null then format(' Change %s as well.', case when reported = ink then background else ink end)
               else format(' %s would do for %s.', nearest, reported) end),
        nearest);
    end loop;
  end loop;
  return new;
end $$;
comment on function private.check_theme is 'Rejects a theme with unreadable text, and names the nearest readable colour.';
create trigger options_check_theme before insert or update of value on public.options
  for each row when (new.key = 'theme') execute function private.check_theme();

create function private.set_language_of_search() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if new.value ->> 'defaultLanguage' ~ '^[a-z]{2}$' then
    perform private.set_search_language(new.account_id, new.value ->> 'defaultLanguage');
  end if;
  return null;
end $$;
comment on function private.set_language_of_search is 'Searches what an account writes by the word stems of its language.';
create trigger options_set_search_language after insert or update of value on public.options for each row
  when (new.key = 'settings' and new.value ? 'defaultLanguage') execute function private.set_language_of_search();
