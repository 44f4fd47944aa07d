/** Speculation rules: which pages a browser may prefetch. */
export const nextPageRules = JSON.stringify({
  prefetch: [
    {
      where: {
        and: [
          { href_matches: '/*' },
          {
            not: {
              href_matches: [
                '/dashboard*',
                '/login*',
                '/signup*',
                '/checkout*',
                '/api/*',
                '/storage/*',
                '/*\\?*(^|&)lang=*',
              ],
            },
          },
        ],
      },
      eagerness: 'moderate',
    },
  ],
});
