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
      ...without(object.enrichment, 'learned'),
      fields: { ...NO_FIELDS, ...(object.enrichment.fields as object | undefined) },
      provenance: provenanceOf(object.enrichment, corrected),
    },
    image_editable: EDITABLE_IMAGES.has(object.mime),
    pdf_tools: object.kind === 'pdf',
    editor: object.kind === 'text' ? 'text' : null,
  }
}

const without = ({ ...known }: Record<string, unknown>, key: string) => {
  delete known[key]
  return known
}

const NO_FIELDS = { document_date: null, amount: null, currency: null, parties: [], number: null, due_date: null }

const FIELDS = ['title', 'description', 'summary', 'keywords', 'doc_type', 'language', 'entities', 'fields']

const BY_RULES = new Set(['language', 'entities', 'fields'])

/** Who wrote each field: a person, what `model` names, or the service after what a person has corrected in files like it. */
function provenanceOf(enrichment: Record<string, unknown>, corrected: string[]) {
  const learned = (enrichment.learned as string[] | undefined) ?? []
  return Object.fromEntries(
    FIELDS.filter(field => field in enrichment).map(field => [
      field,
      corrected.includes(field)
        ? 'manual'
        : learned.includes(field)
          ? 'learned'
          : BY_RULES.has(field)
            ? 'local'
            : String(enrichment.model ?? ''),
    ]),
  )
}
