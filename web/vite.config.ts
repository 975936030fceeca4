import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { preloads } from './preloads.ts'

export default defineConfig({
  // One build serves every address: the service writes the path it stands at into the page.
  base: './',
  resolve: { alias: { entities: fileURLToPath(new URL('./lib/entities.ts', import.meta.url)) } },
  plugins: [react(), tailwind(), preloads()],
  build: {
    target: 'es2022',
    // Our policy allows no data: addresses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // A few files for what every screen needs, instead of thirty small ones to ask for; not one, because a
            // browser runs a file in one go, and between two of them it can look up. Each takes what it needs along.
            { name: 'first', test: /\/web\/first\/first\.ts$/, priority: 4 },
            { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\//, priority: 3 },
            { name: 'kit', test: /node_modules\/@tanstack\//, priority: 2 },
            { name: 'shell', test: /\/web\/main\.tsx$/, priority: 1 },
            // Pictures that only later screens show.
            { name: 'icons', test: /node_modules\/lucide-react\// },
          ],
        },
      },
    },
  },
})
