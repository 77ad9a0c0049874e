import { defineConfig } from 'vite'

/** Two builds of the same pages: one wakes them in the browser, one renders them in the server. */
export default defineConfig(({ isSsrBuild }) => ({
  appType: 'custom',
  publicDir: false,
  base: '/assets/',
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  ssr: { noExternal: true },
  build: {
    target: isSsrBuild ? 'node24' : 'es2022',
    cssTarget: ['chrome100', 'firefox100', 'safari15'],
    assetsDir: '',
    // The HTML itself preloads what a page needs.
    modulePreload: false,
    rolldownOptions: {
      input: isSsrBuild
        ? { product: 'web/ssr.ts', site: 'site/ssr.ts' }
        : { product: 'web/client.ts', site: 'site/client.ts' },
      output: isSsrBuild
        ? { entryFileNames: '[name].js' }
        : {
            codeSplitting: {
              groups: [{ name: 'house', test: /node_modules|web[\\/](?:ui|form)[\\/]/, minShareCount: 3 }],
            },
          },
    },
  },
}))
