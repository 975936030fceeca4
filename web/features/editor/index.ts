export const loadEditorPage = () => import('./page.tsx').then(({ EditorPage }) => ({ default: EditorPage }))
