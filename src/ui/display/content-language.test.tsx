import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ContentLanguage, ContentText, useContentAttributes } from './content-language.tsx';

function Line() {
  return <p {...useContentAttributes()}>Hola</p>;
}

test.each([
  ['in the page’s language stands as it is', 'es', undefined, '<p dir="auto">Hola</p>Hola<bdi>Hola</bdi>'],
  [
    'in another says so, and runs as its letters do',
    'ar',
    undefined,
    '<p lang="es" dir="auto">Hola</p><bdi lang="es">Hola</bdi><bdi lang="es">Hola</bdi>',
  ],
  [
    'has the language known of it alone before that of its account',
    'es',
    'de',
    '<p dir="auto">Hola</p><bdi lang="de">Hola</bdi><bdi lang="de">Hola</bdi>',
  ],
])('a text %s', (_, page, language, markup) => {
  const shown = renderToStaticMarkup(
    <ContentLanguage page={page} language="es">
      <Line />
      <ContentText language={language}>Hola</ContentText>
      <ContentText language={language} isApart>
        Hola
      </ContentText>
    </ContentLanguage>,
  );
  expect(shown).toBe(markup);
});

test('a course within a page keeps the page’s language, and outside of a site nothing is marked', () => {
  const course = (
    <ContentLanguage language="de">
      <Line />
    </ContentLanguage>
  );
  const page = (
    <ContentLanguage page="ar" language="es">
      {course}
    </ContentLanguage>
  );
  expect(renderToStaticMarkup(page)).toBe('<p lang="de" dir="auto">Hola</p>');
  expect(renderToStaticMarkup(course)).toBe('<p dir="auto">Hola</p>');
});
