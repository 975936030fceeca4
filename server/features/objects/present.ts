import type { StoredObject } from './queries.ts'

const EDITABLE_IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp'])

export function presentObject({ owner_id: _owner, hidden_itself: _itself, corrected, ...object }: StoredObject) {
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
      provenance: provenanceOf(object.enrichment, corrected),
    },
    image_editable: EDITABLE_IMAGES.has(object.mime),
    pdf_tools: object.kind === 'pdf',
    editor: object.kind === 'text' ? 'text' : null,
  }
}

const FIELDS = ['title', 'description', 'summary', 'keywords', 'doc_type', 'language', 'entities']

const BY_RULES = new Set(['language', 'entities'])

/** Who wrote each field: a person, or what `model` names. */
const provenanceOf = (enrichment: Record<string, unknown>, corrected: string[]) =>
  Object.fromEntries(
    FIELDS.filter(field => field in enrichment).map(field => [
      field,
      corrected.includes(field) ? 'manual' : BY_RULES.has(field) ? 'local' : String(enrichment.model ?? ''),
    ]),
  )
