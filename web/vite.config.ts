import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

export default defineConfig({
  plugins: [react(), tailwind()],
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
            // One file for what every screen needs, instead of thirty small ones to ask for.
            { name: 'vendor', test: /node_modules\/(react|react-dom|scheduler|@tanstack|@floating-ui|lucide-react)\// },
          ],
        },
      },
    },
  },
})
