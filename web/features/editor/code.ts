import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands'
import { markdown } from '@codemirror/lang-markdown'
import { defaultHighlightStyle, syntaxHighlighting } from '@codemirror/language'
import { MergeView } from '@codemirror/merge'
import { highlightSelectionMatches, searchKeymap } from '@codemirror/search'
import { EditorState, type Extension } from '@codemirror/state'
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from '@codemirror/view'
import { phrases } from './phrases.ts'

/**
 * CodeMirror in a shadow root: there its styles are sheets that a script adopts, while in the page itself they would be
 * inline styles, which our policy forbids.
 */

interface Editing {
  root: ShadowRoot
  text: string
  label: string
  isMarkdown: boolean
  onChange?: (text: string) => void
  onPublish?: () => void
  readOnly?: boolean
}

const look = EditorView.theme({
  '&': { height: '100%', fontSize: '14px', color: 'var(--ink)', backgroundColor: 'var(--surface)' },
  '.cm-content': { fontFamily: 'ui-monospace, monospace', caretColor: 'var(--accent)', padding: '12px 0' },
  '.cm-scroller': { lineHeight: '1.6', overflow: 'auto' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--ink-faint)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { backgroundColor: 'var(--hover)' },
  '&.cm-focused': { outline: 'none' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': { backgroundColor: 'var(--accent-soft) !important' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)', border: 'none' },
  '.cm-search': { fontFamily: 'inherit', padding: '8px 32px 8px 12px !important' },
  '.cm-panel.cm-search label': { fontSize: '13px', whiteSpace: 'nowrap' },
  '.cm-panel .cm-textfield, .cm-panel .cm-button': {
    fontSize: '13px',
    minHeight: '28px',
    borderRadius: '6px',
    border: '1px solid var(--line-strong)',
    background: 'var(--surface)',
    color: 'var(--ink)',
  },
  '.cm-panel .cm-button:hover': { background: 'var(--hover)' },
  '.cm-panel.cm-search [name=close]': { color: 'var(--ink-soft)', width: '28px', height: '28px', fontSize: '18px' },
  '.cm-collapsedLines': { background: 'var(--sunken) !important', color: 'var(--ink-soft) !important' },
  '.cm-changedLine': { backgroundColor: 'var(--careful-soft) !important' },
  '.cm-changedText': { background: 'var(--careful-soft) !important', textDecoration: 'underline' },
  '.cm-deletedChunk': { backgroundColor: 'var(--wrong-soft)' },
})

function extensionsOf({
  label,
  isMarkdown,
  onChange,
  onPublish,
  readOnly,
}: Omit<Editing, 'root' | 'text'>): Extension[] {
  return [
    lineNumbers(),
    history(),
    drawSelection(),
    highlightActiveLine(),
    highlightSelectionMatches(),
    syntaxHighlighting(defaultHighlightStyle, { fallback: true }),
    EditorView.lineWrapping,
    EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'true', tabindex: '0' }),
    EditorState.readOnly.of(readOnly ?? false),
    EditorState.phrases.of(phrases.now()),
    keymap.of([
      {
        key: 'Mod-s',
        preventDefault: true,
        run: () => {
          onPublish?.()
          return true
        },
      },
      ...defaultKeymap,
      ...historyKeymap,
      ...searchKeymap,
      indentWithTab,
    ]),
    ...(isMarkdown ? [markdown()] : []),
    EditorView.updateListener.of(update => update.docChanged && onChange?.(update.state.doc.toString())),
    look,
  ]
}

export function startEditor(editing: Editing): EditorView {
  const { root, text, ...rest } = editing
  return new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: text, extensions: extensionsOf(rest) }),
  })
}

interface Merging extends Omit<Editing, 'text'> {
  left: { text: string; label: string }
  text: string
}

/** Two texts side by side; what differs can be taken over from left to right. */
export function startMerge({ root, left, text, ...rest }: Merging): MergeView {
  const sheet = new CSSStyleSheet()
  // A finger needs more than the letter's own size.
  sheet.replaceSync(`.cm-mergeView { height: 100%; } .cm-mergeViewEditors { min-height: 100%; }
    .cm-merge-revert { width: 28px !important; } .cm-merge-revert button { min-height: 28px; }`)
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet]
  return new MergeView({
    root,
    parent: root,
    a: {
      doc: left.text,
      extensions: extensionsOf({ ...rest, label: left.label, readOnly: true, onChange: undefined }),
    },
    b: { doc: text, extensions: extensionsOf(rest) },
    revertControls: rest.readOnly ? undefined : 'a-to-b',
    collapseUnchanged: { margin: 3, minSize: 8 },
  })
}
