/** What kind of refusal it is; `http/errors.ts` alone knows the status code of each. */
export type Refusal =
  | 'senseless'
  | 'unauthenticated'
  | 'over_tariff'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'stale'
  | 'too_large'
  | 'unsupported'
  | 'out_of_range'
  | 'too_many'
  | 'upstream'
  | 'unavailable'
  | 'timed_out'

/** Every code that a refusal can carry, for programs to tell them apart. */
export const REFUSALS = {
  blank_command: 'senseless',
  blank_memory: 'senseless',
  blank_query: 'senseless',
  checksum_algorithm: 'senseless',
  content_length: 'senseless',
  multipart_invalid: 'senseless',
  ui_too_large: 'senseless',
  unknown_date: 'senseless',
  unknown_doc_type: 'senseless',
  unknown_kind: 'senseless',
  xml_invalid: 'senseless',
  share_password: 'unauthenticated',
  unauthenticated: 'unauthenticated',
  wrong_login: 'unauthenticated',
  call_too_dear: 'over_tariff',
  storage_exhausted: 'over_tariff',
  tariff_spent: 'over_tariff',
  admin_only: 'forbidden',
  cross_origin: 'forbidden',
  cross_site: 'forbidden',
  first_tenant_only: 'forbidden',
  invite_needed: 'forbidden',
  setup_code: 'forbidden',
  upload_not_allowed: 'forbidden',
  wrong_password: 'forbidden',
  wrong_pin: 'forbidden',
  no_preview: 'not_found',
  not_found: 'not_found',
  unknown_path: 'not_found',
  already_protected: 'conflict',
  backup_running: 'conflict',
  bucket_in_use: 'conflict',
  bucket_not_ready: 'conflict',
  built_in_profile: 'conflict',
  changed_since: 'conflict',
  email_taken: 'conflict',
  folder_cycle: 'conflict',
  hidden_by_parent: 'conflict',
  hidden_open: 'conflict',
  memory_off: 'conflict',
  migration_not_running: 'conflict',
  no_backup_dir: 'conflict',
  no_messenger: 'conflict',
  no_pin: 'conflict',
  no_suggestion: 'conflict',
  not_diarized: 'conflict',
  not_in_trash: 'conflict',
  not_processed: 'conflict',
  not_protected: 'conflict',
  not_said: 'conflict',
  nothing_to_undo: 'conflict',
  not_transcribing: 'conflict',
  own_account: 'conflict',
  page_forbidden: 'conflict',
  page_refused: 'conflict',
  page_unnamed: 'conflict',
  page_unreachable: 'conflict',
  page_unreadable: 'conflict',
  pdf_signed: 'conflict',
  run_ended: 'conflict',
  run_not_paused: 'conflict',
  slug_taken: 'conflict',
  too_many_profiles: 'conflict',
  upload_offset: 'conflict',
  version_conflict: 'conflict',
  web_off: 'conflict',
  draft_stale: 'stale',
  stale: 'stale',
  tus_version: 'stale',
  body_too_large: 'too_large',
  calendar_too_hard: 'too_large',
  file_too_large: 'too_large',
  text_too_large: 'too_large',
  too_many_events: 'too_large',
  too_many_pages: 'too_large',
  too_many_parts: 'too_large',
  cannot_convert: 'unsupported',
  content_type: 'unsupported',
  no_pages: 'unsupported',
  no_sound: 'unsupported',
  not_a_calendar: 'unsupported',
  not_pdf: 'unsupported',
  not_text: 'unsupported',
  pdf_damaged: 'unsupported',
  pdf_locked: 'unsupported',
  pdf_not_drawable: 'unsupported',
  pdf_too_heavy: 'unsupported',
  pdf_unable: 'unsupported',
  range_not_satisfiable: 'out_of_range',
  locked: 'too_many',
  rate_limited: 'too_many',
  too_many_streams: 'too_many',
  model_failed: 'upstream',
  agent_off: 'unavailable',
  busy: 'unavailable',
  bytes_missing: 'unavailable',
  storage_full: 'unavailable',
  storage_refuses: 'unavailable',
  storage_silent: 'unavailable',
  storage_unusable: 'unavailable',
  unavailable: 'unavailable',
  ask_deadline: 'timed_out',
} as const satisfies Record<string, Refusal>

export type ErrorCode = keyof typeof REFUSALS

/** Sent by the HTTP side alone: our own fault, a method that an address does not have, what is not even HTTP. */
export const OTHER_CODES = [
  'internal_error',
  'method_not_allowed',
  'bad_request',
  'headers_too_large',
  'request_timeout',
] as const
