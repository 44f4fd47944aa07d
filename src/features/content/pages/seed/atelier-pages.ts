import { drawing, face, put, type SeedPage } from './block-writing.ts';

const hero = drawing('atelier-hero.svg', 'مزهرية من أوراق مقصوصة على طاولة', 1200, 1000);

/** Pages of the drawing school in an old paper mill; its language is Arabic. */
export const atelierPages: SeedPage[] = [
  {
    slug: 'home',
    title: 'الرئيسية',
    description: 'مدرسة للرسم والطباعة اليدوية في طاحونة ورق قديمة.',
    picture: hero.src,
    blocks: [
      put('Hero', {
        title: 'يداك تتذكّران كيف',
        text: 'مدرسة للرسم والحِرف في طاحونة ورق قديمة. دروس مسائية بالفيديو، وعُدّة تصلك بالبريد، وطاولة طويلة يصنع حولها الناس الشيء نفسه في الليلة نفسها.',
        buttons: [
          { label: 'شاهد دورات الخريف', href: '/course', look: 'primary' },
          { label: 'تعرّف إلى المرسم', href: '/about', look: 'clear' },
        ],
        picture: hero,
        layout: 'beside',
        ground: 'paper',
        note: '',
        noteEnd: '',
      }),
      put('CourseGrid', {
        title: 'على الطاولة هذا الخريف',
        text: 'أمسيات قليلة، وورق رخيص، وطاولة المطبخ.',
        link: 'كل الدورات',
        most: 6,
        layout: 'grid',
      }),
      put('Stats', {
        title: '',
        layout: 'row',
        ground: 'accent',
        items: [
          { value: '1,900', text: 'عُدّة أُرسلت إلى 31 بلدًا' },
          { value: '3', text: 'أمسيات، ثم تبقى الدروس لك' },
          { value: '14', text: 'شخصًا حول الطاولة، لا أكثر' },
          { value: '0', text: 'موهبة مطلوبة' },
        ],
      }),
      put('Quote', {
        eyebrow: '',
        quote: '«ارسم الكرسي، لا ما تعرفه عن الكراسي.»',
        text: 'علّمت ماريسول الرسم في ورشة أثاث قبل أن تشتري الطاحونة. تبدأ كل أمسية بالطريقة نفسها: شيء واحد، قلم واحد، بلا ممحاة، وعشر دقائق من الصمت والميكروفونات مفتوحة.',
        buttons: [{ label: 'عن المرسم', href: '/about', look: 'line' }],
        picture: drawing('atelier-hand.svg', 'يد تمسك قلم رصاص، من ورق مقصوص', 720, 860),
        layout: 'beside',
        ground: 'paper',
      }),
      put('Testimonials', {
        title: '',
        ground: 'second',
        voices: [
          {
            quote: '«أيام الثلاثاء تفوح من مطبخي رائحة الحبر، ولا يُسمح لأحد بالاتصال.»',
            name: 'أستريد نيبرغ',
            role: 'ساعية بريد، مالمو، بعد «أول طباعة على اللينوليوم»',
            picture: face('greta'),
          },
          {
            quote: 'أرسلت العُدّة إلى أمي، وهي الآن ترسل إليّ طيورًا.',
            name: 'لوكاس براندت',
            role: 'هامبورغ',
            picture: face('lucas'),
          },
          {
            quote: 'الصمت في البداية أجمل ما في أسبوعي.',
            name: 'كنجي واتانابي',
            role: 'أوساكا',
            picture: face('kenji'),
          },
        ],
      }),
      put('ProductGrid', {
        title: 'كرسي عند الطاولة',
        text: 'تدفع مرة واحدة، وتبقى الدروس لك.',
        most: 6,
        type: 'course',
        ground: 'paper',
      }),
      put('Faq', {
        title: 'ما يسأله الناس عند الباب',
        layout: 'open',
        ground: 'paper',
        items: [
          {
            question: 'لا أستطيع أن أرسم خطًا مستقيمًا.',
            answer: 'لا أحد يستطيع. نستعمل المسطرة لتلك، ونقضي الأمسية مع الخطوط الأخرى.',
          },
          {
            question: 'إلى أين ترسلون العُدد؟',
            answer: 'حيثما يصل البريد. أوروبا في أربعة أيام، وبقية العالم في نحو اثني عشر.',
          },
          {
            question: 'وإن فاتني ثلاثاء؟',
            answer: 'التسجيل متاح قبل منتصف الليل، وعلى طاولة الخميس كرسيان إضافيان.',
          },
          {
            question: 'هل تستطيع ابنتي أن تنضم؟',
            answer: 'من سن الثانية عشرة وأنت معها في الغرفة. ودون ذلك، انتظروا نادي الورق يوم السبت.',
          },
        ],
      }),
      put('CallToAction', {
        title: 'مقعدك محجوز حتى تأتي',
        text: 'الدرس الأول من كل دورة مفتوح للجميع.',
        label: 'ابدأ بدرس',
        href: '/course',
        ground: 'primary',
      }),
    ],
  },
  {
    slug: 'about',
    title: 'عن المرسم',
    description: 'طاحونة ورق صارت مرسمًا.',
    blocks: [
      put('Hero', {
        title: 'طاحونة صارت طاولة',
        text: 'كانت الطاحونة تصنع الورق مئة وأربعين سنة. نحن نملؤه.',
        buttons: [{ label: 'شاهد الدورات', href: '/course', look: 'primary' }],
        picture: drawing('atelier-life.svg', 'شخص جالس من ورق مقصوص', 960, 720),
        layout: 'beside',
        ground: 'paper',
        note: '',
        noteEnd: '',
      }),
      put('RichText', {
        title: 'كيف نعلّم',
        ground: 'soft',
        html: '<p>كل أمسية تبدأ بعشر دقائق من الصمت والرسم. ثم تُرفع الأوراق أمام الكاميرا، وكل واحد يقول جملة واحدة عن ورقة جاره. بعد ذلك يبدأ الدرس.</p><h3>ثلاث قواعد</h3><ol><li>لا ممحاة. الخط الخطأ يعلّم أين كان الصواب.</li><li>لا مقارنة. قارن ورقتك بورقة الأسبوع الماضي.</li><li>نظّف أدواتك قبل أن تطفئ الضوء.</li></ol>',
      }),
      put('Columns', {
        count: '3',
        ground: 'paper',
        one: [
          put('Card', {
            picture: drawing('atelier-lino.svg', 'طائر مطبوع بلونين', 960, 720),
            title: 'الطباعة',
            text: 'لينوليوم وحبر وملعقة خشبية. المكبس يأتي لاحقًا، إن أتى.',
            label: 'أول طباعة لك',
            href: '/course/your-first-linocut',
          }),
        ],
        two: [
          put('Card', {
            picture: drawing('atelier-pots.svg', 'ثلاث جرار ملوّنة', 960, 720),
            title: 'الشكل',
            text: 'نرسم الجرّة قبل أن نرسم الوجه: الضوء عليهما واحد.',
            label: '',
            href: '',
          }),
        ],
        three: [
          put('Card', {
            picture: drawing('atelier-book.svg', 'كتاب صغير مطويّ من ورقة', 960, 720),
            title: 'الكتاب',
            text: 'ورقة واحدة، ثلاث طيّات، خيط. تخرج من الأمسية ومعك دفتر.',
            label: '',
            href: '',
          }),
        ],
        four: [],
      }),
      put('Newsletter', {
        title: 'الطبعة الجديدة أولًا',
        text: 'رسالة واحدة حين يجفّ الحبر.',
        form: '',
        ground: 'soft',
      }),
    ],
  },
];
