import type { StoredObject } from './queries.ts'

const EDITABLE_IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp'])

export function presentObject({ owner_id: _owner, hidden_itself: _itself, ...object }: StoredObject) {
  return {
    ...object,
    display_name: object.filename,
    enrichment: object.enrichment && {
      title: '',
      description: '',
      summary: '',
      keywords: [],
      doc_type: 'other',
      language: '',
      model: '',
      entities: {},
      ...object.enrichment,
    },
    image_editable: EDITABLE_IMAGES.has(object.mime),
    pdf_tools: object.kind === 'pdf',
    editor: object.kind === 'text' ? 'text' : null,
  }
}
