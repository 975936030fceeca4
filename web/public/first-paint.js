// Before anything is painted: the colours and the language that were chosen last time.
;(() => {
  try {
    const look = localStorage.getItem('dossier.look')
    if (look === 'light' || look === 'dark') document.documentElement.dataset.look = look
    const language = localStorage.getItem('dossier.language') || navigator.language
    document.documentElement.lang = language.startsWith('ru') ? 'ru' : 'en'
    // The names that the installed app has in the system's menus.
    if (language.startsWith('ru')) {
      const manifest = document.querySelector('link[rel=manifest]')
      manifest.href = manifest.href.replace(/manifest\.webmanifest$/, 'manifest-ru.webmanifest')
    }
  } catch {
    // Without storage the page follows the system.
  }
})()
