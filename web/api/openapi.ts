/** Made from docs/openapi.json: UPDATE_DOCS=1 npx vitest run test/documents.test.ts writes it anew. */

export interface Schemas {
  ErrorOut: {
    detail: string
    code: Schemas['ErrorCode']
    request_id: string
    [name: string]: unknown
  }
  ErrorCode: 'blank_command' | 'blank_memory' | 'blank_query' | 'checksum_algorithm' | 'content_length' | 'multipart_invalid' | 'oauth_refused' | 'ui_too_large' | 'unknown_date' | 'unknown_doc_type' | 'unknown_kind' | 'xml_invalid' | 'challenge_over' | 'second_factor' | 'share_password' | 'unauthenticated' | 'wrong_code' | 'wrong_login' | 'wrong_passkey' | 'call_too_dear' | 'storage_exhausted' | 'tariff_spent' | 'admin_only' | 'apps_not_here' | 'confirm_needed' | 'cross_origin' | 'cross_site' | 'email_unverified' | 'first_tenant_only' | 'invite_needed' | 'link_needed' | 'no_account' | 'not_author' | 'not_editor' | 'not_mentionable' | 'not_owner' | 'oidc_code' | 'oidc_denied' | 'oidc_flow' | 'oidc_token' | 'password_off' | 'reset_invalid' | 'scope_missing' | 'setup_code' | 'upload_not_allowed' | 'wrong_password' | 'wrong_pin' | 'wrong_proof' | 'no_preview' | 'not_found' | 'unknown_path' | 'account_leaving' | 'already_protected' | 'backup_running' | 'bucket_in_use' | 'bucket_not_ready' | 'built_in_profile' | 'changed_since' | 'duplicate' | 'email_taken' | 'folder_cycle' | 'hidden_by_parent' | 'hidden_open' | 'hidden_source' | 'last_admin' | 'link_taken' | 'memory_off' | 'out_of_bounds' | 'migration_not_running' | 'name_taken' | 'no_backup_dir' | 'no_messenger' | 'no_pin' | 'no_suggestion' | 'not_diarized' | 'not_in_trash' | 'not_processed' | 'not_protected' | 'not_said' | 'nothing_to_undo' | 'not_transcribing' | 'oidc_off' | 'only_way_in' | 'own_account' | 'own_event' | 'page_forbidden' | 'page_refused' | 'page_unnamed' | 'page_unreachable' | 'page_unreadable' | 'pdf_signed' | 'run_ended' | 'run_not_paused' | 'several_owners' | 'slug_taken' | 'too_many_comments' | 'too_many_mailboxes' | 'too_many_grants' | 'too_many_groups' | 'too_many_imports' | 'too_many_passkeys' | 'too_many_profiles' | 'too_many_searches' | 'too_many_tags' | 'totp_off' | 'totp_on' | 'upload_offset' | 'upload_unfinished' | 'version_conflict' | 'web_off' | 'draft_stale' | 'other_sender' | 'stale' | 'tus_version' | 'body_too_large' | 'calendar_too_hard' | 'file_too_large' | 'text_too_large' | 'too_many_events' | 'too_many_pages' | 'too_many_parts' | 'archive_damaged' | 'cannot_convert' | 'content_type' | 'no_pages' | 'no_sound' | 'not_a_calendar' | 'not_pdf' | 'not_text' | 'pdf_damaged' | 'pdf_locked' | 'pdf_not_drawable' | 'pdf_too_heavy' | 'pdf_unable' | 'range_not_satisfiable' | 'locked' | 'rate_limited' | 'too_many_streams' | 'model_failed' | 'oidc_unreachable' | 'agent_off' | 'busy' | 'bytes_missing' | 'storage_full' | 'storage_refuses' | 'storage_silent' | 'storage_unusable' | 'unavailable' | 'ask_deadline' | 'internal_error' | 'method_not_allowed' | 'bad_request' | 'headers_too_large' | 'request_timeout'
  HTTPValidationError: {
    detail: {
      loc: (string | number)[]
      msg: string
      type: string
      input?: unknown
      ctx?: {
        [name: string]: unknown
      }
    }[]
  }
  SecondFactorFacts: {
    challenge: string
    expires_at: string
    methods: ('code' | 'passkey')[]
  }
  SameFileFacts: {
    object_id: string
  }
  CallTooDearFacts: {
    cost_rub: number
    remaining_rub: number
  }
  ScopeMissingFacts: {
    scope: 'read' | 'write' | 'delete' | 'share' | 'ask' | 'agent' | 'calendar' | 'files' | 'account'
  }
  OauthRefusedFacts: {
    error: string
    error_description: string
    redirect_to?: string
  }
  AuthState: {
    first_run: boolean
    setup_code: boolean
    registration: 'invite' | 'open' | 'closed'
    user: Schemas['UserOut'] | null
    language: 'ru' | 'en' | null
    timezone: string | null
  }
  UserOut: {
    id: string
    email: string
    name: string
    role: 'user' | 'pro' | 'admin'
    tenant_id: string
    tariff: string
    disabled: boolean
    created_at: string
  }
  AuthMethods: {
    password: boolean
    oidc: {
      name: string
    } | null
    passkey: boolean
    registration: 'invite' | 'open' | 'closed'
  }
  SignedIn: {
    user: Schemas['UserOut']
    token: string
    expires_at: string
  }
  PasskeyCredential: {
    id: string
    rawId: string
    type: 'public-key'
    response: {
      [name: string]: unknown
    }
    [name: string]: unknown
  }
  PasskeyOptions: {
    challenge: string
    [name: string]: unknown
  }
  LoggedOut: {
    ok: boolean
    logout_url?: string
  }
  NewTokenOut: {
    id: string
    name: string
    kind: 'session' | 'api'
    prefix: string
    created_at: string
    last_used_at: string | null
    expires_at: string | null
    scopes: ('read' | 'write' | 'delete' | 'share' | 'ask' | 'agent' | 'calendar' | 'files' | 'account')[] | null
    current: boolean
    token: string
  }
  TokenOut: {
    id: string
    name: string
    kind: 'session' | 'api'
    prefix: string
    created_at: string
    last_used_at: string | null
    expires_at: string | null
    scopes: ('read' | 'write' | 'delete' | 'share' | 'ask' | 'agent' | 'calendar' | 'files' | 'account')[] | null
    current: boolean
  }
  OkOut: {
    ok: boolean
  }
  OidcStartOut: {
    url: string
  }
  OidcLinkOut: {
    name: string | null
    linked: {
      email: string
      linked_at: string
    } | null
    has_password: boolean
  }
  TaskAccepted: {
    task_id: string
  }
  TotpOut: {
    on: boolean
    recovery_codes_left: number
  }
  TotpSecretOut: {
    secret: string
    otpauth_url: string
  }
  RecoveryCodesOut: {
    recovery_codes: string[]
  }
  PasskeyOut: {
    id: string
    name: string
    synced: boolean
    created_at: string
    last_used_at: string | null
  }
  ConfirmedOut: {
    ok: boolean
    expires_at: string
  }
  SessionOut: {
    id: string
    device: string
    address: string
    created_at: string
    last_used_at: string | null
    expires_at: string | null
    current: boolean
  }
  ResetLinkOut: {
    reset_url: string
    expires_at: string
  }
  ConnectedAppList: {
    items: Schemas['ConnectedAppOut'][]
  }
  ConnectedAppOut: {
    id: string
    name: string
    scopes: ('read' | 'write' | 'delete' | 'share' | 'ask' | 'agent' | 'calendar' | 'files' | 'account')[]
    collection_id: string | null
    theme_id: string | null
    created_at: string
    last_used_at: string | null
    expires_at: string | null
    characters: number
    objects: Schemas['AppReadOut'][]
  }
  AppReadOut: {
    object_id: string
    filename: string
    characters: number
    last_at: string
  }
  AppRequestIn: {
    client_id?: string
    redirect_uri?: string
    response_type?: string
    code_challenge?: string
    code_challenge_method?: string
    scope?: string
    state?: string
    resource?: string
  }
  AppRequestOut: {
    name: string
    redirect_host: string
    scopes: ('read' | 'write' | 'delete' | 'share' | 'ask' | 'agent' | 'calendar' | 'files' | 'account')[]
  }
  AppDecisionIn: {
    client_id?: string
    redirect_uri?: string
    response_type?: string
    code_challenge?: string
    code_challenge_method?: string
    scope?: string
    state?: string
    resource?: string
    allow: boolean
    scopes?: ('read' | 'write' | 'delete' | 'share' | 'ask' | 'agent' | 'calendar' | 'files' | 'account')[]
    collection_id?: string | null
    theme_id?: string | null
    expires_in_days?: number | null
  }
  AppDecisionOut: {
    redirect_to: string
  }
  TaskRecord: {
    task_id: string
    state: 'PENDING' | 'STARTED' | 'RETRY' | 'SUCCESS' | 'FAILURE'
    done: boolean
    ok: boolean
    progress: number
    error: string | null
    object_ids: string[]
    report: Schemas['TaskReport'] | null
  }
  TaskReport: Schemas['ExportReport'] | Schemas['ArchiveImportReport'] | Schemas['ImportReport'] | Schemas['CalendarImportReport'] | Schemas['DeviceUndoReport'] | Schemas['AssemblyReport'] | Schemas['RedactionReport'] | Schemas['RecognitionReport'] | Schemas['CropReport'] | Schemas['FlatteningReport'] | Schemas['SpareToolsReport'] | Schemas['ComparisonReport'] | Schemas['SignatureReport'] | Schemas['SheetsReport'] | Schemas['LayoutReport'] | Schemas['PictureWordsReport'] | Schemas['ConversionReport']
  ExportReport: {
    size: number
  }
  ArchiveImportReport: {
    added: number
    files: number
    bytes: number
    rows: number
    dry_run?: true
  }
  ImportReport: {
    added: number
    files: number
    bytes: number
    from: 'folder' | 'takeout' | 'nextcloud' | 'paperless' | 'mbox'
    dry_run: boolean
    skipped: number
    folders: number
    failed: number
    problems: {
      path: string
      reason: string
    }[]
  }
  CalendarImportReport: {
    created: number
    updated: number
    unchanged: number
    failed: {
      uid: string
      line: number
      reason: string
    }[]
    skipped: string[]
  }
  DeviceUndoReport: {
    undone: number
    left: number
  }
  AssemblyReport: {
    skipped: {
      object_id: string
      reason: string
    }[]
  }
  RedactionReport: {
    boxes: number
    pages_as_text: number[]
    pages_as_pictures: number[]
    removed: string[]
    comments_removed: number
    form_fields_removed: number
    attachments_removed: number
    bookmarks_covered: number
    names_removed: number
    kept: string[]
    checked: string[]
  }
  RecognitionReport: {
    pages_recognised: number[]
    pages_without_text: number[]
    words: number
  }
  CropReport: {
    kept: string[]
  }
  FlatteningReport: {
    fields: number
  }
  SpareToolsReport: {
    engine: string
    lost: string[]
  }
  ComparisonReport: {
    equal: boolean
    pages: {
      page: number
      removed: number
      added: number
      pictures: number
    }[]
    pages_before: number
    pages_after: number
    compared: string[]
    cut: boolean
  }
  SignatureReport: {
    signer: string
    issuer: string
    valid_until: string
    repaired?: true
  }
  SheetsReport: {
    sheets: string[]
    not_kept: string[]
  }
  LayoutReport: {
    pages: number
    of_pages: number
    headings: number
    lists: number
    columns: number
    tables: number
    pictures: number
    not_kept: string[]
  }
  PictureWordsReport: {
    words: number
  }
  ConversionReport: {
    not_kept: string[]
    lost_pictures?: number
    attachments?: number
  }
  InviteOut: {
    invite: string
    expires_at: string
    mailed: boolean
  }
  TenantOut: {
    tenant: {
      id: string
      name: string
      created_at: string
    }
    invite: string
    expires_at: string
  }
  JobsOut: {
    queues: {
      name: string
      waiting: number
      delayed: number
      running: number
      dead: number
      done_last_hour: number
      eta_seconds: number | null
    }[]
    running: {
      id: string
      name: string
      owner_id: string
      attempt: number
      progress: number
      started_at: string
    }[]
    dead: {
      id: string
      name: string
      owner_id: string
      attempt: number
      error: string
      created_at: string
      finished_at: string
    }[]
  }
  Backup: {
    id: string
    kind: 'command' | 'scheduled' | 'asked'
    state: 'running' | 'done' | 'failed' | 'interrupted'
    snapshot: string | null
    started_at: string
    finished_at: string | null
    files: number
    bytes: number
    copied_bytes: number
    damaged: number
    proved_at: string | null
    error: string | null
  }
  SettingsOut: {
    auto_rename_mode: 'auto' | 'dont_rename' | 'manual'
    calendar_reminders_messenger: boolean
    chat_memory: boolean
    prefs: {
      [name: string]: unknown
    }
    proactive: boolean
    timezone: string
    ui: {
      [name: string]: unknown
    }
  }
  UsageSummary: {
    total_cost_rub: number
    by_meter: Schemas['MeterCost'][]
    by_day: {
      day: string
      cost_rub: number
      calls: number
    }[]
  }
  MeterCost: {
    meter: string
    cost_rub: number
    calls: number
    prompt_tokens: number
    total_tokens: number
    audio_seconds: number
  }
  QuotaOut: {
    tariff: string
    period_start: string
    period_end: string
    limit_rub: number | null
    spent_rub: number
    remaining_rub: number | null
    storage_bytes: number
    storage_limit_bytes: number | null
  }
  UsageByUser: {
    items: {
      user_id: string
      storage_bytes: number
      spent_rub: number
      links: number
    }[]
    storage_bytes: number
    links: number
  }
  ServerEvent: Schemas['ObjectReadyEvent'] | Schemas['ObjectFailedEvent'] | Schemas['TaskProgressEvent'] | Schemas['TaskDoneEvent'] | Schemas['ReminderDueEvent'] | Schemas['UsageChangedEvent'] | Schemas['DeviceStoppedEvent'] | Schemas['SearchMatchedEvent'] | Schemas['GrantChangedEvent'] | Schemas['CommentCreatedEvent'] | Schemas['AgentWaitingEvent'] | Schemas['NoticeCreatedEvent'] | Schemas['EventsMissedEvent']
  ObjectReadyEvent: {
    type: 'object.ready'
    object_id: string
    status: 'ready'
  }
  ObjectFailedEvent: {
    type: 'object.failed'
    object_id: string
    status: 'failed'
    error: string
  }
  TaskProgressEvent: {
    type: 'task.progress'
    task_id?: string
    object_id?: string
    progress: number
    seconds_done?: number
  }
  TaskDoneEvent: {
    type: 'task.done'
    task_id: string
    ok: boolean
    object_ids: string[]
    error?: string
  }
  ReminderDueEvent: {
    type: 'reminder.due'
    event_id: string
    number: number
    title: string
    location: string
    starts_at: string
    ends_at: string
    occurrence_at: string
    all_day: boolean
    minutes: number
  }
  UsageChangedEvent: {
    type: 'usage.changed'
    meter: string
    operation: string
    cost_rub: number
  }
  DeviceStoppedEvent: {
    type: 'device.stopped'
    token_id: string
    files: number
  }
  SearchMatchedEvent: {
    type: 'search.matched'
    object_id: string
    search_id: string
    name: string
  }
  GrantChangedEvent: {
    type: 'grant.changed'
    collection_id?: string
  }
  CommentCreatedEvent: {
    type: 'comment.created'
    object_id?: string
  }
  AgentWaitingEvent: {
    type: 'agent.waiting'
    run_id: string
    session_id: string
    app: string
    title: string
  }
  NoticeCreatedEvent: {
    type: 'notice.created'
    notice_id: string
    kind: 'mention' | 'reply' | 'grant'
  }
  EventsMissedEvent: {
    type: 'events.missed'
  }
  WebhookOut: {
    id: string
    url: string
    events: string[]
    last_status: number | null
    last_error: string | null
    created_at: string
  }
  DeliveryOut: {
    id: string
    type: string
    data: {
      [name: string]: unknown
    }
    happened_at: string
    sent_at: string
    attempts: number
    status: number | null
    error: string | null
    given_up: boolean
  }
  HiddenPinOut: {
    enabled: boolean
    locked_until: string | null
  }
  HiddenUnlocked: {
    hidden_token: string
    expires_at: string
  }
  StorageMigrationOut: {
    status: 'idle' | 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
    direction: '' | 'to_bucket' | 'to_service'
    total: number
    moved: number
    failed: number
    remaining: number
    started_at: string
    finished_at: string
    error: string
  }
  IntegrationOut: {
    kind: 's3' | 'llm'
    configured: boolean
    enabled: boolean
    status: 'not_configured' | 'unchecked' | 'ok' | 'error'
    checked_at: string
    last_error: string
    config: {
      [name: string]: string
    }
    migration: {
      [name: string]: unknown
    }
    secret_hint: string
  }
  MailboxOut: {
    id: string
    name: string
    host: string
    port: number
    security: 'tls' | 'starttls'
    username: string
    folder: string
    after: 'none' | 'seen' | 'flagged' | 'move'
    move_to: string
    attachments: boolean
    enabled: boolean
    status: 'ok' | 'error'
    last_error: string
    last_checked_at: string | null
    taken: number
    skipped: number
    created_at: string
  }
  ThemeOut: {
    id: string
    name: string
    created_at: string
    folder_count: number
    icon: string
    is_hidden: boolean
  }
  CollectionOut: {
    id: string
    name: string
    name_mode: 'manual' | 'auto'
    created_at: string
    icon: string
    is_hidden: boolean
    has_note: boolean
    object_count: number
    has_folders: boolean
    parent_id: string | null
    theme_id: string | null
    path: string
    access: 'owner' | 'editor' | 'viewer'
    owner_name: string | null
  }
  NoteOut: {
    text: string
    updated_at: string
  }
  ObjectAccepted: {
    id: string
    status: string
    duplicate: boolean
  }
  FacetsOut: {
    total: number
    total_is_exact: boolean
    counts_are_exact: boolean
    type: {
      value: string
      count: number
    }[]
    kind: {
      value: string
      count: number
    }[]
    state: {
      value: string
      count: number
    }[]
    year: {
      value: string
      count: number
    }[]
    person: {
      value: string
      count: number
    }[]
    organisation: {
      value: string
      count: number
    }[]
    tag: {
      value: string
      count: number
      color: string | null
    }[]
    folder: {
      value: string
      name: string
      count: number
    }[]
    amount: {
      min: number
      max: number | null
      count: number
    }[]
    favorite: number
    unfiled: number
  }
  ObjectLines: {
    items: {
      id: string
      filename: string
      kind: 'pdf' | 'document' | 'spreadsheet' | 'presentation' | 'text' | 'image' | 'audio' | 'video' | 'email' | 'archive' | 'other'
      collection_id: string | null
      tags: string[]
      is_favorite: boolean
      is_hidden: boolean
      name_locked: boolean
      access: 'owner' | 'editor' | 'viewer'
      owner_name: string | null
      deleted_at: string | null
    }[]
    total: number
    total_is_exact: boolean
    next_cursor: string | null
  }
  ObjectPage: {
    items: Schemas['ObjectDetail'][]
    total: number
    total_is_exact: boolean
    next_cursor: string | null
  }
  ObjectDetail: {
    id: string
    filename: string
    kind: 'pdf' | 'document' | 'spreadsheet' | 'presentation' | 'text' | 'image' | 'audio' | 'video' | 'email' | 'archive' | 'other'
    mime: string
    size: number
    status: 'pending' | 'ready' | 'failed'
    content_hash: string
    created_at: string
    updated_at: string
    modified_at: string
    opened_at: string | null
    is_favorite: boolean
    tags: string[]
    ai_name: string
    display_name: string
    original_name: string
    name_source: 'original' | 'ai' | 'manual'
    name_locked: boolean
    categories: ('finance' | 'legal' | 'work' | 'education' | 'health' | 'travel' | 'home' | 'personal' | 'technical' | 'media' | 'other')[]
    enrichment: Schemas['EnrichmentOut'] | null
    has_corrections: boolean
    image_editable: boolean
    is_hidden: boolean
    needs_manual: boolean
    pdf_tools: boolean
    text_fallback: boolean
    text_view: boolean
    version: number
    editor: string | null
    error: string | null
    source_url: string | null
    origin: 'owner' | 'link' | 'mail' | 'web'
    suggested_collection_id: string | null
    suggested_name: string | null
    suggested_reason: string | null
    collection_id: string | null
    theme_id: string | null
    access: 'owner' | 'editor' | 'viewer'
    owner_name: string | null
    chat_only: boolean
    deleted_at: string | null
  }
  EnrichmentOut: {
    title: string
    description: string
    summary: string
    keywords: string[]
    doc_type: string
    language: string
    model: string
    entities: {
      [name: string]: unknown
    }
    fields: Schemas['DocumentFields']
    provenance: {
      [name: string]: string
    }
    truncated?: boolean
  }
  DocumentFields: {
    document_date: string | null
    amount: number | null
    currency: string | null
    parties: string[]
    number: string | null
    due_date: string | null
  }
  ObjectText: {
    text: string
    pages: {
      page: number
      char_start: number
      char_end: number
      attachment?: string
    }[]
  }
  BulkOut: {
    done: string[]
    failed: {
      id: string
      code: string
    }[]
  }
  TagOut: {
    name: string
    color: string | null
    count: number
  }
  RevisionList: {
    items: {
      id: string
      version: number
      content_hash: string
      filename: string
      size: number
      is_current: boolean
      author: string | null
      created_at: string
    }[]
  }
  DraftOut: {
    base_version: number
    text: string
    updated_at: string
  }
  CommentOut: {
    id: string
    object_id: string
    author: {
      id: string
      name: string
    }
    text: string
    mentions: {
      id: string
      name: string
    }[]
    reply_to: string | null
    page: number | null
    char_start: number | null
    char_end: number | null
    created_at: string
    updated_at: string
    is_own: boolean
    may_delete: boolean
  }
  PinOut: {
    kind: 'folder' | 'theme' | 'tag' | 'search' | 'file'
    id: string
    name: string
    icon: string
    color: string | null
    file_kind: string | null
  }
  DiaryPage: {
    items: Schemas['DiaryEntryOut'][]
    next_cursor: string | null
  }
  DiaryEntryOut: {
    id: string
    what: 'added' | 'changed' | 'renamed' | 'moved' | 'trashed' | 'restored' | 'commented' | 'opened' | 'closed'
    person: string | null
    object_id: string | null
    name: string | null
    before: string | null
    to_name: string | null
    role: string | null
    created_at: string
  }
  NoticePage: {
    items: Schemas['NoticeOut'][]
    unread: number
    next_cursor: string | null
  }
  NoticeOut: {
    id: string
    kind: 'mention' | 'reply' | 'grant'
    person: string | null
    object_id: string | null
    filename: string | null
    collection_id: string | null
    folder: string | null
    is_read: boolean
    created_at: string
  }
  Peaks: {
    duration_s: number
    peaks: number[]
  }
  Cells: {
    sheets: {
      name: string
      rows: string[][]
      cut: boolean
    }[]
    cut: boolean
  }
  ChangePage: {
    items: Schemas['ChangeOut'][]
    next_cursor: string | null
  }
  ChangeOut: {
    id: string
    by: 'service' | 'agent'
    subject: string
    name: string | null
    object_id: string | null
    collection_id: string | null
    field: string
    before: unknown
    after: unknown
    why: string
    created_at: string
    undone_at: string | null
  }
  PdfOpRequest: {
    pages?: string
    angle?: number | null
    password?: string
    size?: number
    ranges?: number[][]
    order?: number[]
    sheets?: Schemas['PdfSheet'][]
    text?: string
    opacity?: number
    font_size?: number
    source_object_id?: string | null
    at?: number
    title?: string
    author?: string
    subject?: string
    keywords?: string
    annotations?: Schemas['PdfAnnotation'][]
    picture?: string
    boxes?: Schemas['RedactBox'][]
    keep?: ('comments' | 'form' | 'attachments')[]
    fields?: {
      [name: string]: string | boolean
    }
    position?: 'top-left' | 'top' | 'top-right' | 'bottom-left' | 'bottom' | 'bottom-right'
    start?: number
    box?: {
      x0: number
      y0: number
      x1: number
      y1: number
    }
    items?: Schemas['PdfOutlineItem'][]
    other_object_id?: string | null
    other_revision_id?: string | null
    replace?: boolean
  }
  PdfSheet: {
    page: number
    angle?: number
  }
  PdfAnnotation: {
    page: number
    x0: number
    y0: number
    x1: number
    y1: number
    type?: 'highlight' | 'rect' | 'text' | 'picture'
    color?: string
    text?: string
  }
  RedactBox: {
    page: number
    x0: number
    y0: number
    x1: number
    y1: number
  }
  PdfOutlineItem: {
    title: string
    page: number
    items?: Schemas['PdfOutlineItem'][]
  }
  PdfOpAccepted: {
    op: string
    status: string
    task_id: string | null
  }
  PdfSignRequest: {
    certificate?: unknown
    password?: string
    reason?: string
    replace?: boolean | 'true' | 'false'
  }
  PdfStructureOut: {
    object_id: string
    pages: number
    signed: boolean
    outline: Schemas['PdfOutlineOut'][]
    fields: Schemas['PdfFieldOut'][]
  }
  PdfOutlineOut: {
    title: string
    page: number
    items: Schemas['PdfOutlineOut'][]
  }
  PdfFieldOut: {
    name: string
    type: 'text' | 'choice' | 'checkbox' | 'radio' | 'signature'
    value: string
    options: string[]
    page: number | null
    required: boolean
    read_only: boolean
  }
  PdfPlacesOut: {
    object_id: string
    places: Schemas['PdfPlace'][]
    pages_without_text: number[]
    cut: boolean
  }
  PdfPlace: {
    page: number
    x0: number
    y0: number
    x1: number
    y1: number
    text: string
  }
  ConvertFormats: {
    object_id: string
    formats: string[]
  }
  ConvertAccepted: {
    op: string
    status: string
    task_id: string
    fmt: string
  }
  AssembleRequest: {
    object_ids: string[]
    name?: string | null
    sort?: 'date' | 'order'
  }
  AssembleAccepted: {
    count: number
    status: string
    task_id: string
    skipped: string[]
  }
  TranscriptionOut: {
    object_id: string
    state: 'none' | 'running' | 'done'
    seconds_done: number
    seconds_total: number | null
    model: string
    languages: string[]
  }
  TranscriptOut: {
    object_id: string
    segments: {
      start: number
      end: number
      char_start: number
      char_end: number
      words: [number, number, number, number][]
    }[]
  }
  DiarizeAccepted: {
    status: string
    task_id: string
  }
  DiarizeOpen: {
    task_id: string | null
  }
  DiarizeStatus: {
    state: string
    done: boolean
    ok: boolean
  }
  DiarizationResult: {
    object_id: string
    ready: boolean
    segments: {
      start: number
      end: number
      text: string
      speaker: string | null
      uncertain: boolean
    }[]
    speakers: {
      [name: string]: string
    }
    text: string
  }
  VoiceProfileList: {
    items: Schemas['VoiceProfileOut'][]
  }
  VoiceProfileOut: {
    id: string
    name: string
    consent: boolean
    consented_at: string
    created_at: string
    learned: boolean
    recognisable: boolean
  }
  GrantOut: {
    id: string
    collection_id: string
    role: 'viewer' | 'editor'
    user: {
      id: string
      email: string
      name: string
    } | null
    group: {
      id: string
      name: string
    } | null
    created_at: string
  }
  OpenFolderOut: {
    id: string
    collection_id: string
    role: 'viewer' | 'editor'
    user: {
      id: string
      email: string
      name: string
    } | null
    group: {
      id: string
      name: string
    } | null
    created_at: string
    name: string
    icon: string
    owner: {
      id: string
      email: string
      name: string
    }
  }
  SharedFolderOut: {
    collection_id: string
    name: string
    icon: string
    role: 'viewer' | 'editor'
    owner: {
      id: string
      email: string
      name: string
    }
    object_count: number
    has_folders: boolean
    given_at: string
  }
  GroupOut: {
    id: string
    name: string
    user_ids: string[]
    created_at: string
  }
  NewShareOut: {
    id: string
    has_password: boolean
    can_upload: boolean
    expires_at: string | null
    created_at: string
    token: string
    url: string
  }
  ShareOut: {
    id: string
    has_password: boolean
    can_upload: boolean
    expires_at: string | null
    created_at: string
    kind: 'folder' | 'file'
    name: string
    collection_id: string | null
    object_id: string | null
  }
  ShownShareOut: {
    id: string
    has_password: boolean
    can_upload: boolean
    expires_at: string | null
    created_at: string
    kind: 'folder' | 'file'
    name: string
    collection_id: string | null
    object_id: string | null
    url: string | null
    diary: {
      day: string
      opened: number
      downloaded: number
      uploaded: number
    }[]
  }
  SharePublicCard: {
    kind: 'folder' | 'file'
    name: string
    can_upload: boolean
    expires_at: string | null
    object_id: string | null
  }
  SharePublicList: {
    folder_name: string
    can_upload: boolean
    total: number
    items: Schemas['SharePublicObject'][]
  }
  SharePublicObject: {
    id: string
    created_at: string
    display_name: string
    filename: string
    kind: 'pdf' | 'document' | 'spreadsheet' | 'presentation' | 'text' | 'image' | 'audio' | 'video' | 'email' | 'archive' | 'other'
    mime: string
    status: 'pending' | 'ready' | 'failed'
    doc_type: string
    size: number
    text_view: boolean
  }
  EstimateOut: {
    cost_rub: number
    units: {
      prompt_tokens: number
      completion_tokens: number
      audio_seconds: number
      units: number
    }
  }
  AgendaOut: {
    items: Schemas['AgendaItem'][]
    since: string
    until: string
    tz: string
    today: number
    upcoming: number
    truncated: boolean
    reminder_note: string
  }
  AgendaItem: {
    id: string
    number: number
    title: string
    starts_at: string
    ends_at: string
    occurrence_at: string
    day: string
    weekday: string
    kind: 'event' | 'task'
    all_day: boolean
    conflict: boolean
    past: boolean
    recurring: boolean
    day_label: string
    location: string
    recurrence_label: string
    reminders: number[]
    task: Schemas['AgendaTask'] | null
  }
  AgendaTask: {
    id: string
    number: number
    title: string
    assignee: string
    due_at: string | null
    overdue: boolean
    status: string
  }
  EventOut: {
    id: string
    number: number
    title: string
    starts_at: string
    ends_at: string
    tz: string
    all_day: boolean
    description: string
    location: string
    recurrence_label: string
    rrule: string
    reminders: number[]
    status: 'confirmed' | 'tentative' | 'cancelled'
    made_from: 'owner' | 'files' | 'others'
  }
  EventList: {
    items: Schemas['EventOut'][]
    truncated: boolean
  }
  CalendarFeedOut: {
    url: string
    token: string
    created_at: string
  }
  CalendarImportOut: {
    created: number
    updated: number
    unchanged: number
    failed: {
      uid: string
      line: number
      reason: string
    }[]
    skipped: string[]
    task_id?: string
  }
  DeviceList: {
    items: {
      id: string
      name: string
      created_at: string
      last_used_at: string | null
      stopped_at: string | null
      wanted: number | null
      is_disconnected: boolean
    }[]
  }
  DeviceDiaryPage: {
    items: Schemas['DeviceDeedOut'][]
    next_cursor: string | null
  }
  DeviceDeedOut: {
    id: string
    what: 'added' | 'changed' | 'moved' | 'deleted' | 'restored' | 'removed'
    object_id: string | null
    collection_id: string | null
    name: string | null
    name_before: string | null
    from_folder: string | null
    to_folder: string | null
    created_at: string
    undone_at: string | null
    left_why: 'changed_since' | 'gone' | 'not_empty' | null
  }
  DeviceUndoAccepted: {
    task_id: string
  }
  TaskList: {
    items: Schemas['TaskOut'][]
    open: number
    overdue: number
  }
  TaskOut: {
    id: string
    number: number
    title: string
    status: string
    assignee: string
    due_at: string | null
    done_at: string | null
    overdue: boolean
    source_object_id: string | null
    source_char_start: number | null
    source_char_end: number | null
    source_start_s: number | null
    made_from: 'owner' | 'files' | 'others'
  }
  ProcessingOut: {
    pending: number
    eta_seconds: number | null
    failed: number
  }
  RetriedOut: {
    retried: number
  }
  SearchOut: {
    items: {
      object: Schemas['ObjectDetail']
      score: number
      reason: 'words' | 'spelling' | 'meaning' | 'filter'
      snippet: string
      highlights: [number, number][]
      char_start: number | null
      char_end: number | null
      ord: number | null
      page: number | null
      attachment: string | null
      start_s: number | null
      end_s: number | null
    }[]
    total: number
    mode: 'hybrid' | 'text' | 'semantic'
    facets: {
      kind: {
        value: string
        count: number
      }[]
      doc_type: {
        value: string
        count: number
      }[]
    }
    hints: {
      code: string
      operator: string
      value: string
      detail: string
    }[]
  }
  VectorsOut: {
    model: string | null
    dim: number | null
    done: number
    waiting: number
    refused: number
    eta_seconds: number | null
  }
  ThingsOut: {
    people: {
      name: string
      sort: 'person' | 'organisation'
      count: number
    }[]
    events: {
      id: string
      title: string
      location: string
      starts_at: string
      all_day: boolean
      repeats: boolean
    }[]
    tasks: {
      id: string
      title: string
      status: 'open' | 'done'
      due_at: string | null
    }[]
  }
  SavedSearchOut: {
    id: string
    name: string
    query: string
    filters: Schemas['SearchFilters']
    watch: boolean
    created_at: string
    updated_at: string
  }
  SearchFilters: {
    collection_id?: unknown
    theme_id?: unknown
    kind?: 'pdf' | 'document' | 'spreadsheet' | 'presentation' | 'text' | 'image' | 'audio' | 'video' | 'email' | 'archive' | 'other'
    doc_type?: string
    status?: 'pending' | 'ready' | 'failed'
    category?: 'finance' | 'legal' | 'work' | 'education' | 'health' | 'travel' | 'home' | 'personal' | 'technical' | 'media' | 'other'
    tag?: string
    favorite?: boolean
    unfiled?: boolean
    since?: unknown
    until?: unknown
    person?: string
    organisation?: string
    amount_min?: number
    amount_max?: number
    hidden?: 'only'
    sort?: string
    group?: string
  }
  AskRequest: {
    query: string
    history?: {
      role: string
      content: string
    }[]
    session_id?: string | null
    object_ids?: string[] | null
    doc_type?: string | null
    model?: string | null
    top_k?: number | null
    use_memory?: boolean
    web_search?: boolean
    include_hidden?: boolean
  }
  AskStreamPart: Schemas['StartAskPart'] | Schemas['DataStatusPart'] | Schemas['TextStartPart'] | Schemas['TextDeltaPart'] | Schemas['TextEndPart'] | Schemas['DataCitationPart'] | Schemas['SourceUrlPart'] | Schemas['ErrorPart'] | Schemas['FinishAskPart']
  StartAskPart: {
    type: 'start'
    messageId: string
    messageMetadata: {
      run_id: null
      session_id: string
    }
  }
  DataStatusPart: {
    type: 'data-status'
    data: {
      stage: 'searching' | 'web' | 'writing'
    }
    transient: true
  }
  TextStartPart: {
    type: 'text-start'
    id: string
  }
  TextDeltaPart: {
    type: 'text-delta'
    id: string
    delta: string
  }
  TextEndPart: {
    type: 'text-end'
    id: string
  }
  DataCitationPart: {
    type: 'data-citation'
    id?: string
    data: Schemas['AskCitation']
  }
  AskCitation: {
    object_id: string
    ord: number
    index: number
    char_start: number
    char_end: number
    page: number | null
    start_s?: number | null
    end_s?: number | null
    doc_type: string
    filename: string
    title: string
    snippet: string
  }
  SourceUrlPart: {
    type: 'source-url'
    sourceId: string
    url: string
    title: string
  }
  ErrorPart: {
    type: 'error'
    errorText: string
  }
  FinishAskPart: {
    type: 'finish'
    messageMetadata: {
      status: 'completed' | 'failed'
      session_id: string | null
      cost_rub: number
      primary?: Schemas['AskCitation'] | null
      used_context?: boolean
      confidence?: number
      web_sources?: {
        url: string
        title: string
        snippet: string
      }[]
      model?: string
    }
  }
  AskResponse: {
    answer: string
    primary: Schemas['AskCitation'] | null
    used_context: boolean
    confidence: number
    web_sources: {
      url: string
      title: string
      snippet: string
    }[]
    model: string
    citations: Schemas['AskCitation'][]
    cost_rub: number
    session_id: string | null
  }
  AskSessionList: {
    items: {
      session_id: string
      title: string
      turns: number
      created_at: string
      updated_at: string
    }[]
  }
  AskSession: {
    session_id: string
    created_at: string
    updated_at: string
    turns: {
      answer: string
      primary: Schemas['AskCitation'] | null
      used_context: boolean
      confidence: number
      web_sources: {
        url: string
        title: string
        snippet: string
      }[]
      model: string
      citations: Schemas['AskCitation'][]
      cost_rub: number
      n: number
      query: string
      created_at: string
    }[]
  }
  AskTrace: {
    query: string
    asked: string
    confidence: number
    retrieved: {
      object_id: string
      ord: number
      char_start: number
      char_end: number
      page: number | null
      filename: string
      score: number
      surprise: number | null
      kept: boolean
      why: string
    }[]
    dropped: {
      text: string
      why: string
    }[]
    notes: string[]
  }
  CommandRequest: {
    text: string
  }
  CommandResponse: {
    action: string
    executed: boolean
    object_id: string | null
    filename: string
    fmt: string
    lang: string
    op: string
    reply: string
    target: string
    task_id: string | null
  }
  AgentChatRequest: {
    query: string
    agent_slug?: string | null
    attachment_ids?: string[]
    inline_attachments?: Schemas['InlineAttachmentIn'][]
    channel_chat_id?: number
    channel_user_id?: number
    channel_members?: Schemas['ChannelMemberIn'][]
    collection_id?: string | null
    include_subfolders?: boolean
    scope_object_ids?: string[]
    history?: Schemas['AskTurnIn'][]
    session_id?: string | null
    web_search?: boolean
  }
  InlineAttachmentIn: {
    filename: string
    mime?: string
    content_base64: string
  }
  ChannelMemberIn: {
    user_id: number
    name?: string
    username?: string
  }
  AskTurnIn: {
    role: string
    content: string
  }
  AgentStreamPart: Schemas['StartPart'] | Schemas['TextStartPart'] | Schemas['TextDeltaPart'] | Schemas['TextEndPart'] | Schemas['ToolInputAvailablePart'] | Schemas['ToolApprovalRequestPart'] | Schemas['ToolOutputAvailablePart'] | Schemas['ToolOutputErrorPart'] | Schemas['ToolOutputDeniedPart'] | Schemas['SourceUrlPart'] | Schemas['DataCitationPart'] | Schemas['DataConfirmationPart'] | Schemas['DataLinkPart'] | Schemas['ErrorPart'] | Schemas['FinishPart']
  StartPart: {
    type: 'start'
    messageId: string
    messageMetadata: {
      run_id: string
      session_id: string
    }
  }
  ToolInputAvailablePart: {
    type: 'tool-input-available'
    toolCallId: string
    toolName: string
    input: {
      [name: string]: unknown
    }
  }
  ToolApprovalRequestPart: {
    type: 'tool-approval-request'
    toolCallId: string
    approvalId: string
  }
  ToolOutputAvailablePart: {
    type: 'tool-output-available'
    toolCallId: string
    output: Schemas['AgentToolOutput']
  }
  AgentToolOutput: {
    change_ids?: string[]
    object_id?: string | null
    collection_id?: string | null
    event_id?: string | null
    [name: string]: unknown
  }
  ToolOutputErrorPart: {
    type: 'tool-output-error'
    toolCallId: string
    errorText: string
  }
  ToolOutputDeniedPart: {
    type: 'tool-output-denied'
    toolCallId: string
  }
  DataConfirmationPart: {
    type: 'data-confirmation'
    id: string
    data: Schemas['AgentConfirmation']
  }
  AgentConfirmation: {
    tool_call_id: string
    title: string
    detail: string
    risk: 'read' | 'reversible' | 'destructive' | 'outward'
  }
  DataLinkPart: {
    type: 'data-link'
    id: string
    data: Schemas['AgentLink']
  }
  AgentLink: {
    url: string
    title: string
  }
  FinishPart: {
    type: 'finish'
    messageMetadata: {
      status: 'paused' | 'completed' | 'failed' | 'cancelled'
      cost_rub: number
    }
  }
  AgentContinueRequest: {
    run_id: string
    session_id: string
    decisions: Schemas['AgentDecision'][]
    agent_slug?: string | null
    web_search?: boolean
  }
  AgentDecision: {
    tool_call_id: string
    confirmed: boolean
  }
  AgentRunOut: {
    run_id: string
    status: string
  }
  AgentSessionList: {
    items: Schemas['AgentSessionOut'][]
  }
  AgentSessionOut: {
    id: string
    title: string
    agent_slug: string
    created_at: string
    updated_at: string
  }
  AgentSessionDetail: {
    id: string
    title: string
    agent_slug: string
    created_at: string
    updated_at: string
    turns: {
      run_id: string
      query: string
      answer: string
      status: string
      created_at: string
    }[]
  }
  AgentCatalogOut: {
    items: Schemas['AgentProfileOut'][]
    active: string
    can_create_custom: boolean
    custom_limit: number
    icons: string[]
    presets: Schemas['PresetOut'][]
    toolsets: Schemas['ToolsetOut'][]
  }
  AgentProfileOut: {
    slug: string
    name: string
    description: string
    icon: string
    instructions: string
    toolsets: ('reading' | 'files' | 'documents' | 'calendar' | 'tasks' | 'sharing' | 'web' | 'memory')[]
    model: string
    is_custom: boolean
  }
  PresetOut: {
    slug: string
    name: string
    description: string
    icon: string
    toolsets: string[]
  }
  ToolsetOut: {
    slug: 'reading' | 'files' | 'documents' | 'calendar' | 'tasks' | 'sharing' | 'web' | 'memory'
    name: string
    description: string
    tools: string[]
  }
  AgentActivateOut: {
    active: string
    name: string
  }
  AgentProfileIn: {
    slug: string
    name: string
    description?: string
    icon?: string
    instructions?: string
    toolsets?: ('reading' | 'files' | 'documents' | 'calendar' | 'tasks' | 'sharing' | 'web' | 'memory')[]
    model?: string | null
  }
  MemoryList: {
    items: Schemas['MemoryOut'][]
  }
  MemoryOut: {
    memory_id: string
    made_from: 'owner' | 'files' | 'others'
    memory: string
    input: string
    topics: string[]
    updated_at: string
  }
  AgentChannelOut: {
    configured: boolean
    connected: boolean
    name: string
  }
  AgentChannelCode: {
    code: string
    expires_at: string
  }
  DeepHealth: {
    status: 'ok' | 'degraded'
    checks: {
      name: string
      ok: boolean
      detail: string
      configured: boolean
      latency_ms: number
    }[]
  }
}

/** What each operation takes as JSON. */
export interface Bodies {
  'POST /v1/auth/register': {
    email: string
    password: string
    name?: string
    invite?: string | null
    setup_code?: string | null
    timezone?: string | null
  }
  'POST /v1/auth/login': {
    email: string
    password: string
    link?: boolean
  }
  'POST /v1/auth/login/second': {
    challenge: string
    code?: string | null
    credential?: Schemas['PasskeyCredential'] | null
  }
  'POST /v1/auth/login/passkey': Schemas['PasskeyCredential']
  'POST /v1/auth/login/link': {
    token: string
  }
  'DELETE /v1/auth/me': {
    bucket?: boolean
  }
  'PATCH /v1/auth/me': {
    name?: string
    email?: string
    current?: string | null
  }
  'POST /v1/tokens': {
    name: string
    expires_in_days?: number | null
    scopes?: ('read' | 'write' | 'delete' | 'share' | 'ask' | 'agent' | 'calendar' | 'files' | 'account')[] | null
  }
  'POST /v1/auth/oidc/link': {
    return_to?: string | null
  }
  'POST /v1/auth/oidc/confirm': {
    return_to?: string | null
  }
  'DELETE /v1/admin/users/{user_id}': {
    bucket?: boolean
  }
  'PATCH /v1/admin/users/{user_id}': {
    role?: 'user' | 'pro' | 'admin'
    tariff?: string
    disabled?: boolean
  }
  'DELETE /v1/auth/totp': {
    password?: string | null
    code?: string | null
  }
  'POST /v1/auth/totp/confirm': {
    code: string
  }
  'POST /v1/auth/passkeys': {
    id: string
    rawId: string
    type: 'public-key'
    response: {
      [name: string]: unknown
    }
    name?: string
    [name: string]: unknown
  }
  'POST /v1/auth/confirm': {
    password?: string | null
    code?: string | null
    passkey?: Schemas['PasskeyCredential'] | null
    oidc?: string | null
  }
  'POST /v1/auth/password': {
    current?: string
    new: string
    end_tokens?: boolean
  }
  'POST /v1/auth/forgot': {
    email: string
  }
  'POST /v1/auth/reset': {
    token: string
    password: string
  }
  'POST /v1/connected-apps': Schemas['AppDecisionIn']
  'POST /v1/connected-apps/request': Schemas['AppRequestIn']
  'POST /v1/export': {
    include_hidden?: boolean
  }
  'POST /v1/import': {
    upload_id: string
  }
  'POST /v1/admin/users': {
    email: string
    password: string
    name?: string
    role?: 'user' | 'pro' | 'admin'
  }
  'POST /v1/admin/invites': {
    role?: 'user' | 'pro' | 'admin'
    tenant_id?: string | null
    email?: string | null
  }
  'POST /v1/admin/tenants': {
    name: string
  }
  'POST /v1/admin/backups': {
    prove?: boolean
  }
  'PUT /v1/settings': {
    auto_rename_mode?: 'auto' | 'dont_rename' | 'manual'
    calendar_reminders_messenger?: boolean
    chat_memory?: boolean
    proactive?: boolean
    timezone?: string
    ui?: {
      [name: string]: unknown
    }
    prefs?: {
      language?: 'ru' | 'en'
      agent_confirm?: 'destructive' | 'all'
      notices?: {
        mention?: 'page' | 'mail' | 'none'
        reply?: 'page' | 'mail' | 'none'
        grant?: 'page' | 'mail' | 'none'
      }
      [name: string]: unknown
    }
  }
  'POST /v1/webhooks': {
    url: string
    events: ('object.ready' | 'object.failed' | 'task.progress' | 'task.done' | 'reminder.due' | 'usage.changed' | 'device.stopped' | 'search.matched' | 'grant.changed' | 'comment.created' | 'agent.waiting' | 'notice.created')[]
    secret?: string | null
  }
  'POST /v1/hidden-pin': {
    pin: string
    current_pin?: string | null
  }
  'POST /v1/hidden-pin/unlock': {
    pin?: string | null
  }
  'POST /v1/hidden-pin/disable': {
    pin: string
  }
  'POST /v1/integrations/s3/migration': {
    direction?: 'to_bucket' | 'to_service'
  }
  'PUT /v1/integrations/s3': {
    endpoint_url: string
    bucket: string
    region?: string
    addressing?: 'path' | 'virtual'
    access_key?: string | null
    secret_key?: string | null
  }
  'PATCH /v1/integrations/s3': {
    enabled: boolean
  }
  'PUT /v1/integrations/llm': {
    base_url: string
    api_key?: string | null
    model: string
    embedding_model?: string
  }
  'PATCH /v1/integrations/llm': {
    enabled: boolean
  }
  'POST /v1/mailboxes': {
    name?: string
    host: string
    port?: number
    security?: 'tls' | 'starttls'
    username: string
    password: string
    folder?: string
    after?: 'none' | 'seen' | 'flagged' | 'move'
    move_to?: string
    attachments?: boolean
    enabled?: boolean
  }
  'PATCH /v1/mailboxes/{mailbox_id}': {
    name?: string
    host?: string
    port?: number
    security?: 'tls' | 'starttls'
    username?: string
    password?: string
    folder?: string
    after?: 'none' | 'seen' | 'flagged' | 'move'
    move_to?: string
    attachments?: boolean
    enabled?: boolean
  }
  'POST /v1/themes': {
    name: string
    icon?: string
    is_hidden?: boolean
  }
  'PATCH /v1/themes/{theme_id}': {
    name?: string
    icon?: string
    is_hidden?: boolean
  }
  'POST /v1/collections': {
    name: string
    icon?: string
    parent_id?: string | null
    theme_id?: string | null
  }
  'POST /v1/collections/tree': {
    folders: {
      name: string
      icon?: string
      parent_id?: string | null
      theme_id?: string | null
      name_mode?: 'manual' | 'auto'
      is_hidden?: boolean
      note?: string | null
      parent?: number | null
    }[]
  }
  'PATCH /v1/collections/{collection_id}': {
    name?: string
    name_mode?: 'manual' | 'auto'
    icon?: string
    is_hidden?: boolean
    parent_id?: string | null
    theme_id?: string | null
  }
  'PUT /v1/collections/{collection_id}/note': {
    text: string
  }
  'PATCH /v1/objects/{object_id}': {
    filename?: string
    is_hidden?: boolean
    collection_id?: string | null
    chat_only?: false
    doc_type?: string | null
    name_locked?: boolean
    is_favorite?: boolean
    tags?: string[]
  }
  'POST /v1/objects/archive': {
    object_ids: string[]
  }
  'POST /v1/objects/bulk': {
    object_ids: string[]
    action: 'move' | 'trash' | 'restore' | 'permanent' | 'hide' | 'unhide' | 'reprocess' | 'favorite' | 'unfavorite' | 'tag' | 'untag'
    collection_id?: string | null
    collection_ids?: (string | null)[]
    tags?: string[]
  }
  'PATCH /v1/tags/{name}': {
    name?: string
    color?: string | null
  }
  'PUT /v1/objects/{object_id}/draft': {
    base_version: number
    text: string
  }
  'POST /v1/objects/{object_id}/comments': {
    text: string
    page?: number
    char_start?: number
    char_end?: number
    reply_to?: string
  }
  'PATCH /v1/comments/{comment_id}': {
    text: string
  }
  'PUT /v1/pins': {
    items: {
      kind: 'folder' | 'theme' | 'tag' | 'search' | 'file'
      id: string
    }[]
  }
  'POST /v1/notices/read': {
    ids?: string[]
  }
  'PATCH /v1/objects/{object_id}/enrichment': {
    title?: string
    description?: string
    keywords?: string[]
    fields?: {
      document_date?: string | null
      amount?: number | null
      currency?: string | null
      parties?: string[]
      number?: string | null
      due_date?: string | null
    }
    give_back?: ('title' | 'description' | 'keywords' | 'fields')[]
  }
  'POST /v1/objects/{object_id}/pdf/{op}': Schemas['PdfOpRequest']
  'POST /v1/objects/{object_id}/pdf/sign': Schemas['PdfSignRequest']
  'POST /v1/objects/{object_id}/convert': {
    fmt: string
    sheet?: number
    size?: number
  }
  'POST /v1/objects/assemble': Schemas['AssembleRequest']
  'PATCH /v1/objects/{object_id}/transcript': {
    segments: {
      index: number
      text: string
    }[]
  }
  'POST /v1/objects/{object_id}/diarize': {
    speakers?: number | null
  } | null
  'PATCH /v1/objects/{object_id}/diarization': {
    speakers: {
      [name: string]: string
    }
  }
  'POST /v1/voice-profiles': {
    name: string
    consent: boolean | 'true' | 'false'
    object_id?: string | null
    speaker?: string | null
    sample?: unknown
  }
  'POST /v1/collections/{collection_id}/grants': {
    email?: string
    group_id?: string
    role: 'viewer' | 'editor'
  }
  'PATCH /v1/collections/{collection_id}/grants/{grant_id}': {
    role: 'viewer' | 'editor'
  }
  'POST /v1/admin/groups': {
    name: string
    user_ids?: string[]
  }
  'PATCH /v1/admin/groups/{group_id}': {
    name?: string
    user_ids?: string[]
  }
  'POST /v1/collections/{collection_id}/shares': {
    password?: string | null
    can_upload?: boolean
    expires_at?: string | null
  }
  'POST /v1/objects/{object_id}/shares': {
    password?: string | null
    can_upload?: boolean
    expires_at?: string | null
  }
  'POST /v1/share/{token}/unlock': {
    password: string
  }
  'POST /v1/usage/estimate': {
    operation: 'llm_chat' | 'llm_embed' | 'ocr' | 'transcription' | 'diarization' | 'conversion' | 'web_search'
    object_ids: string[]
  }
  'POST /v1/calendar/events': {
    title: string
    starts_at: string
    ends_at?: string | null
    tz?: string | null
    all_day?: boolean
    description?: string
    location?: string
    rrule?: string
    reminders?: number[]
    status?: 'confirmed' | 'tentative' | 'cancelled'
  }
  'PATCH /v1/calendar/events/{event_id}': {
    title?: string
    starts_at?: string
    ends_at?: string | null
    tz?: string
    all_day?: boolean
    description?: string
    location?: string
    rrule?: string
    reminders?: number[]
    status?: 'confirmed' | 'tentative' | 'cancelled'
  }
  'POST /v1/calendar/events/{event_id}/restore': {
    occurrence_at: string
  }
  'POST /v1/devices/{token_id}/undo': {
    since: string
  }
  'POST /v1/device-logins/{flow}': {
    allow: boolean
  }
  'PATCH /v1/tasks/{task_id}': {
    status?: 'open' | 'done'
    title?: string
    due_at?: string | null
    assignee?: string
  }
  'POST /v1/objects/{object_id}/read-with-password': {
    password: string
  }
  'POST /v1/saved-searches': {
    name: string
    query?: string
    filters?: Schemas['SearchFilters']
    watch?: boolean
  }
  'PATCH /v1/saved-searches/{search_id}': {
    name?: string
    query?: string
    filters?: Schemas['SearchFilters']
    watch?: boolean
  }
  'POST /v1/ask': Schemas['AskRequest']
  'POST /v1/assistant/command': Schemas['CommandRequest']
  'POST /v1/agent/chat': Schemas['AgentChatRequest']
  'POST /v1/agent/continue': Schemas['AgentContinueRequest']
  'POST /v1/agent/activate': {
    slug: string
  }
  'POST /v1/agent/profiles': Schemas['AgentProfileIn']
  'PATCH /v1/agent/profiles/{slug}': {
    name?: string
    description?: string
    icon?: string
    instructions?: string
    toolsets?: ('reading' | 'files' | 'documents' | 'calendar' | 'tasks' | 'sharing' | 'web' | 'memory')[]
    model?: string | null
  }
  'PATCH /v1/agent/memory/{memory_id}': {
    memory: string
  }
}

/** What each operation takes behind the question mark. */
export interface Queries {
  'GET /v1/auth/oidc/start': {
    return_to?: string
  }
  'GET /v1/auth/oidc/callback': {
    state?: string
    code?: string
    iss?: string
    error?: string
    error_description?: string
  }
  'POST /v1/import': {
    from?: 'dossier' | 'folder' | 'takeout' | 'nextcloud' | 'paperless' | 'mbox'
    dry_run?: boolean
  }
  'GET /v1/usage': {
    days?: number
  }
  'GET /v1/webhooks/{webhook_id}/deliveries': {
    limit?: number
  }
  'GET /v1/collections': {
    parent_id?: 'root' | string
    theme_id?: 'none' | string
    ids?: string
    above?: boolean
    q?: string
    name?: string
    hidden?: 'only'
    within?: string
    limit?: number
    cursor?: string
  }
  'DELETE /v1/collections/{collection_id}': {
    mode?: 'trash' | 'keep'
  }
  'POST /v1/objects': {
    chat_only?: boolean
    collection_id?: string
    on_duplicate?: 'keep' | 'skip' | 'ask'
    on_name?: 'keep' | 'replace' | 'ask'
  }
  'GET /v1/objects': {
    collection_id?: string
    theme_id?: string
    kind?: 'pdf' | 'document' | 'spreadsheet' | 'presentation' | 'text' | 'image' | 'audio' | 'video' | 'email' | 'archive' | 'other'
    doc_type?: string
    status?: 'pending' | 'ready' | 'failed'
    category?: 'finance' | 'legal' | 'work' | 'education' | 'health' | 'travel' | 'home' | 'personal' | 'technical' | 'media' | 'other'
    tag?: string
    favorite?: boolean
    unfiled?: boolean
    since?: string
    until?: string
    person?: string
    organisation?: string
    amount_min?: number
    amount_max?: number
    hidden?: 'only'
    sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name' | 'size' | '-size' | 'opened_at' | '-opened_at' | 'document_date' | '-document_date'
    limit?: number
    cursor?: string
    offset?: number
  }
  'GET /v1/objects/facets': {
    collection_id?: string
    theme_id?: string
    kind?: 'pdf' | 'document' | 'spreadsheet' | 'presentation' | 'text' | 'image' | 'audio' | 'video' | 'email' | 'archive' | 'other'
    doc_type?: string
    status?: 'pending' | 'ready' | 'failed'
    category?: 'finance' | 'legal' | 'work' | 'education' | 'health' | 'travel' | 'home' | 'personal' | 'technical' | 'media' | 'other'
    tag?: string
    favorite?: boolean
    unfiled?: boolean
    since?: string
    until?: string
    person?: string
    organisation?: string
    amount_min?: number
    amount_max?: number
    hidden?: 'only'
  }
  'GET /v1/objects/lines': {
    collection_id?: string
    theme_id?: string
    kind?: 'pdf' | 'document' | 'spreadsheet' | 'presentation' | 'text' | 'image' | 'audio' | 'video' | 'email' | 'archive' | 'other'
    doc_type?: string
    status?: 'pending' | 'ready' | 'failed'
    category?: 'finance' | 'legal' | 'work' | 'education' | 'health' | 'travel' | 'home' | 'personal' | 'technical' | 'media' | 'other'
    tag?: string
    favorite?: boolean
    unfiled?: boolean
    since?: string
    until?: string
    person?: string
    organisation?: string
    amount_min?: number
    amount_max?: number
    hidden?: 'only'
    sort?: 'created_at' | '-created_at' | 'updated_at' | '-updated_at' | 'name' | '-name' | 'size' | '-size' | 'opened_at' | '-opened_at' | 'document_date' | '-document_date'
    limit?: number
    cursor?: string
    offset?: number
    within?: string
  }
  'GET /v1/objects/{object_id}/content': {
    disposition?: 'inline' | 'attachment'
  }
  'PUT /v1/objects/{object_id}/content': {
    base_version?: number
  }
  'GET /v1/trash': {
    limit?: number
    cursor?: string
    offset?: number
  }
  'GET /v1/objects/{object_id}/revisions/{revision_id}/content': {
    disposition?: 'inline' | 'attachment'
  }
  'GET /v1/collections/{collection_id}/diary': {
    limit?: number
    cursor?: string
  }
  'GET /v1/notices': {
    limit?: number
    cursor?: string
  }
  'GET /v1/objects/{object_id}/preview': {
    size?: '256' | '1024'
  }
  'GET /v1/changes': {
    by?: 'service' | 'agent'
    limit?: number
    cursor?: string
  }
  'GET /v1/objects/{object_id}/pdf-places': {
    q?: string
  }
  'GET /v1/objects/{object_id}/transcript': {
    format?: 'json' | 'srt' | 'vtt' | 'md' | 'docx'
  }
  'GET /v1/share/{token}/objects': {
    limit?: number
    offset?: number
  }
  'GET /v1/share/{token}/objects/{object_id}/content': {
    disposition?: 'inline' | 'attachment'
  }
  'GET /v1/calendar/agenda': {
    since?: string
    until?: string
    tz?: string
    days?: number
    limit?: number
    include_tasks?: boolean
  }
  'GET /calendar/agenda': {
    since?: string
    until?: string
    tz?: string
    days?: number
    limit?: number
    include_tasks?: boolean
  }
  'GET /v1/calendar/events': {
    since?: string
    until?: string
    limit?: number
  }
  'GET /v1/calendar/feed.ics': {
    token: string
  }
  'PATCH /v1/calendar/events/{event_id}': {
    occurrence_at?: string
    from?: string
  }
  'DELETE /v1/calendar/events/{event_id}': {
    occurrence_at?: string
    from?: string
  }
  'GET /v1/devices/{token_id}/diary': {
    limit?: number
    cursor?: string
  }
  'GET /v1/tasks': {
    status?: 'open' | 'done' | 'all'
    limit?: number
  }
  'GET /v1/search': {
    q: string
    mode?: 'hybrid' | 'text' | 'semantic'
    collection_id?: string
    theme_id?: string
    kind?: 'pdf' | 'document' | 'spreadsheet' | 'presentation' | 'text' | 'image' | 'audio' | 'video' | 'email' | 'archive' | 'other'
    doc_type?: string
    tag?: string
    favorite?: boolean
    unfiled?: boolean
    since?: string
    until?: string
    person?: string
    organisation?: string
    amount_min?: number
    amount_max?: number
    limit?: number
    offset?: number
  }
  'GET /v1/search/things': {
    q: string
  }
  'POST /v1/ask': {
    stream?: boolean
  }
  'GET /v1/ask/sessions': {
    limit?: number
  }
  'GET /v1/agent/memory': {
    history?: boolean
  }
}

/** What each operation answers. */
export interface Replies {
  'GET /v1/auth/state': Schemas['AuthState']
  'GET /v1/auth/methods': Schemas['AuthMethods']
  'POST /v1/auth/register': Schemas['SignedIn']
  'POST /v1/auth/login': Schemas['SignedIn']
  'POST /v1/auth/login/second': Schemas['SignedIn']
  'POST /v1/auth/login/passkey/options': Schemas['PasskeyOptions']
  'POST /v1/auth/login/passkey': Schemas['SignedIn']
  'POST /v1/auth/login/link': Schemas['SignedIn']
  'POST /v1/auth/logout': Schemas['LoggedOut']
  'GET /v1/auth/me': Schemas['UserOut']
  'DELETE /v1/auth/me': Schemas['TaskAccepted']
  'PATCH /v1/auth/me': Schemas['UserOut']
  'POST /v1/tokens': Schemas['NewTokenOut']
  'GET /v1/tokens': {
    items: Schemas['TokenOut'][]
  }
  'DELETE /v1/tokens/{token_id}': Schemas['OkOut']
  'GET /v1/auth/oidc/start': unknown
  'GET /v1/auth/oidc/callback': unknown
  'POST /v1/auth/oidc/link': Schemas['OidcStartOut']
  'GET /v1/auth/oidc/link': Schemas['OidcLinkOut']
  'DELETE /v1/auth/oidc/link': Schemas['OkOut']
  'POST /v1/auth/oidc/confirm': Schemas['OidcStartOut']
  'GET /v1/admin/oidc-links': {
    items: {
      user_id: string
      email: string
      asked_at: string
    }[]
  }
  'POST /v1/admin/users/{user_id}/oidc-link': Schemas['OkOut']
  'DELETE /v1/admin/users/{user_id}': Schemas['TaskAccepted']
  'PATCH /v1/admin/users/{user_id}': Schemas['UserOut']
  'GET /v1/auth/totp': Schemas['TotpOut']
  'POST /v1/auth/totp': Schemas['TotpSecretOut']
  'DELETE /v1/auth/totp': Schemas['OkOut']
  'POST /v1/auth/totp/confirm': Schemas['RecoveryCodesOut']
  'POST /v1/auth/totp/recovery-codes': Schemas['RecoveryCodesOut']
  'POST /v1/auth/passkeys/options': Schemas['PasskeyOptions']
  'POST /v1/auth/passkeys': Schemas['PasskeyOut']
  'GET /v1/auth/passkeys': {
    items: Schemas['PasskeyOut'][]
  }
  'DELETE /v1/auth/passkeys/{passkey_id}': Schemas['OkOut']
  'POST /v1/admin/users/{user_id}/second-factor/reset': Schemas['OkOut']
  'POST /v1/auth/confirm': Schemas['ConfirmedOut']
  'POST /v1/auth/password': Schemas['OkOut']
  'GET /v1/auth/sessions': {
    items: Schemas['SessionOut'][]
  }
  'DELETE /v1/auth/sessions': Schemas['OkOut']
  'DELETE /v1/auth/sessions/{session_id}': Schemas['OkOut']
  'POST /v1/auth/forgot': Schemas['OkOut']
  'POST /v1/auth/reset': Schemas['OkOut']
  'POST /v1/admin/users/{user_id}/password-reset': Schemas['ResetLinkOut']
  'GET /v1/connected-apps': Schemas['ConnectedAppList']
  'POST /v1/connected-apps': Schemas['AppDecisionOut']
  'POST /v1/connected-apps/request': Schemas['AppRequestOut']
  'DELETE /v1/connected-apps/{app_id}': Schemas['OkOut']
  'POST /v1/export': Schemas['TaskAccepted']
  'GET /v1/export/{task_id}': Schemas['TaskRecord']
  'GET /v1/export/{task_id}/content': unknown
  'POST /v1/import': Schemas['TaskAccepted']
  'GET /v1/admin/users': {
    items: Schemas['UserOut'][]
  }
  'POST /v1/admin/users': Schemas['UserOut']
  'POST /v1/admin/invites': Schemas['InviteOut']
  'POST /v1/admin/tenants': Schemas['TenantOut']
  'GET /v1/admin/jobs': Schemas['JobsOut']
  'DELETE /v1/admin/jobs/{job_id}': Schemas['OkOut']
  'POST /v1/admin/jobs/{job_id}/retry': Schemas['OkOut']
  'GET /v1/admin/backups': {
    folder: string
    at: string
    keep: number
    prove: 'never' | 'weekly' | 'daily'
    items: Schemas['Backup'][]
  }
  'POST /v1/admin/backups': {
    status: 'accepted'
    task_id: string
  }
  'GET /v1/settings': Schemas['SettingsOut']
  'PUT /v1/settings': Schemas['SettingsOut']
  'GET /v1/usage': Schemas['UsageSummary']
  'GET /v1/usage/quota': Schemas['QuotaOut']
  'GET /usage/quota': Schemas['QuotaOut']
  'GET /v1/admin/usage': Schemas['UsageByUser']
  'GET /v1/admin/tariffs': {
    default: string
    items: {
      name: string
      monthly_rub: number | null
      storage_bytes: number | null
    }[]
  }
  'GET /v1/events': unknown
  'POST /v1/webhooks': {
    id: string
    url: string
    events: string[]
    last_status: number | null
    last_error: string | null
    created_at: string
    secret: string
  }
  'GET /v1/webhooks': {
    items: Schemas['WebhookOut'][]
  }
  'DELETE /v1/webhooks/{webhook_id}': Schemas['OkOut']
  'GET /v1/webhooks/{webhook_id}/deliveries': {
    items: Schemas['DeliveryOut'][]
  }
  'POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver': Schemas['OkOut']
  'GET /v1/hidden-pin': Schemas['HiddenPinOut']
  'POST /v1/hidden-pin': Schemas['HiddenPinOut']
  'POST /v1/hidden-pin/unlock': Schemas['HiddenUnlocked']
  'POST /v1/hidden-pin/lock': Schemas['OkOut']
  'POST /v1/hidden-pin/disable': Schemas['OkOut']
  'POST /v1/admin/users/{user_id}/hidden-pin/reset': Schemas['OkOut']
  'GET /v1/integrations/s3/migration': Schemas['StorageMigrationOut']
  'POST /v1/integrations/s3/migration': Schemas['StorageMigrationOut']
  'DELETE /v1/integrations/s3/migration': Schemas['StorageMigrationOut']
  'POST /v1/integrations/s3/migration/pause': Schemas['StorageMigrationOut']
  'GET /v1/integrations': {
    items: Schemas['IntegrationOut'][]
  }
  'GET /v1/integrations/s3': Schemas['IntegrationOut']
  'PUT /v1/integrations/s3': Schemas['IntegrationOut']
  'PATCH /v1/integrations/s3': Schemas['IntegrationOut']
  'DELETE /v1/integrations/s3': Schemas['OkOut']
  'POST /v1/integrations/s3/check': Schemas['IntegrationOut']
  'GET /v1/integrations/llm': Schemas['IntegrationOut']
  'PUT /v1/integrations/llm': Schemas['IntegrationOut']
  'PATCH /v1/integrations/llm': Schemas['IntegrationOut']
  'DELETE /v1/integrations/llm': Schemas['OkOut']
  'POST /v1/integrations/llm/check': Schemas['IntegrationOut']
  'GET /v1/mailboxes': {
    items: Schemas['MailboxOut'][]
  }
  'POST /v1/mailboxes': Schemas['MailboxOut']
  'PATCH /v1/mailboxes/{mailbox_id}': Schemas['MailboxOut']
  'DELETE /v1/mailboxes/{mailbox_id}': Schemas['OkOut']
  'GET /v1/themes': {
    items: Schemas['ThemeOut'][]
  }
  'POST /v1/themes': Schemas['ThemeOut']
  'GET /v1/themes/{theme_id}': Schemas['ThemeOut']
  'PATCH /v1/themes/{theme_id}': Schemas['ThemeOut']
  'DELETE /v1/themes/{theme_id}': Schemas['OkOut']
  'GET /v1/collections': {
    items: Schemas['CollectionOut'][]
    next_cursor: string | null
  }
  'POST /v1/collections': Schemas['CollectionOut']
  'POST /v1/collections/tree': {
    items: Schemas['CollectionOut'][]
  }
  'GET /v1/collections/{collection_id}': Schemas['CollectionOut']
  'PATCH /v1/collections/{collection_id}': Schemas['CollectionOut']
  'DELETE /v1/collections/{collection_id}': {
    ok: boolean
    task_id?: string
  }
  'GET /v1/collections/{collection_id}/note': Schemas['NoteOut']
  'PUT /v1/collections/{collection_id}/note': Schemas['NoteOut']
  'DELETE /v1/collections/{collection_id}/note': Schemas['OkOut']
  'POST /v1/objects': Schemas['ObjectAccepted']
  'GET /v1/objects': Schemas['ObjectPage']
  'GET /v1/objects/facets': Schemas['FacetsOut']
  'GET /v1/objects/lines': Schemas['ObjectLines']
  'GET /v1/objects/{object_id}': Schemas['ObjectDetail']
  'PATCH /v1/objects/{object_id}': Schemas['ObjectDetail']
  'DELETE /v1/objects/{object_id}': Schemas['OkOut']
  'GET /v1/objects/{object_id}/content': unknown
  'PUT /v1/objects/{object_id}/content': Schemas['ObjectDetail']
  'GET /v1/objects/{object_id}/text': Schemas['ObjectText']
  'POST /v1/objects/archive': unknown
  'POST /v1/objects/{object_id}/lock-name': Schemas['ObjectDetail']
  'POST /v1/objects/{object_id}/reprocess': Schemas['ObjectDetail']
  'POST /v1/objects/bulk': Schemas['BulkOut']
  'GET /v1/tags': {
    items: Schemas['TagOut'][]
    counts_are_exact: boolean
  }
  'PATCH /v1/tags/{name}': Schemas['TagOut']
  'DELETE /v1/tags/{name}': Schemas['OkOut']
  'POST /v1/objects/{object_id}/restore': Schemas['ObjectDetail']
  'DELETE /v1/objects/{object_id}/permanent': Schemas['OkOut']
  'GET /v1/trash': {
    items: Schemas['ObjectDetail'][]
    total: number
    total_is_exact: boolean
    next_cursor: string | null
    kept_days: number
  }
  'DELETE /v1/trash': {
    ok: boolean
    removed: number
    task_id?: string
  }
  'GET /v1/objects/{object_id}/revisions': Schemas['RevisionList']
  'DELETE /v1/objects/{object_id}/revisions': Schemas['OkOut']
  'GET /v1/objects/{object_id}/revisions/{revision_id}/content': unknown
  'POST /v1/objects/{object_id}/revisions/{revision_id}/restore': Schemas['ObjectDetail']
  'PUT /v1/objects/{object_id}/draft': Schemas['DraftOut']
  'GET /v1/objects/{object_id}/draft': Schemas['DraftOut']
  'DELETE /v1/objects/{object_id}/draft': Schemas['OkOut']
  'POST /v1/objects/{object_id}/draft/publish': Schemas['ObjectDetail']
  'GET /v1/objects/{object_id}/comments': {
    items: Schemas['CommentOut'][]
  }
  'POST /v1/objects/{object_id}/comments': Schemas['CommentOut']
  'GET /v1/objects/{object_id}/people': {
    items: {
      id: string
      name: string
    }[]
  }
  'PATCH /v1/comments/{comment_id}': Schemas['CommentOut']
  'DELETE /v1/comments/{comment_id}': Schemas['OkOut']
  'GET /v1/shared/favorites': {
    items: Schemas['ObjectDetail'][]
  }
  'GET /v1/pins': {
    items: Schemas['PinOut'][]
  }
  'PUT /v1/pins': {
    items: Schemas['PinOut'][]
  }
  'GET /v1/collections/{collection_id}/diary': Schemas['DiaryPage']
  'GET /v1/notices': Schemas['NoticePage']
  'POST /v1/notices/read': Schemas['OkOut']
  'GET /v1/objects/{object_id}/thumbnail': unknown
  'GET /v1/objects/{object_id}/preview': unknown
  'GET /v1/objects/{object_id}/preview.pdf': unknown
  'GET /v1/objects/{object_id}/peaks': Schemas['Peaks']
  'GET /v1/objects/{object_id}/cells': Schemas['Cells']
  'PATCH /v1/objects/{object_id}/enrichment': Schemas['ObjectDetail']
  'POST /v1/objects/{object_id}/accept-name': Schemas['ObjectDetail']
  'GET /v1/changes': Schemas['ChangePage']
  'POST /v1/changes/{change_id}/undo': Schemas['ChangeOut']
  'POST /v1/objects/{object_id}/pdf/{op}': Schemas['PdfOpAccepted']
  'POST /v1/objects/{object_id}/pdf/sign': Schemas['PdfOpAccepted']
  'GET /v1/objects/{object_id}/pdf-structure': Schemas['PdfStructureOut']
  'GET /v1/objects/{object_id}/pdf-places': Schemas['PdfPlacesOut']
  'GET /v1/objects/{object_id}/pdf-status/{task_id}': Schemas['TaskRecord']
  'GET /v1/objects/{object_id}/convert-formats': Schemas['ConvertFormats']
  'POST /v1/objects/{object_id}/convert': Schemas['ConvertAccepted']
  'GET /v1/objects/{object_id}/convert-status/{task_id}': Schemas['TaskRecord']
  'POST /v1/objects/assemble': Schemas['AssembleAccepted']
  'GET /v1/tasks-status/{task_id}': Schemas['TaskRecord']
  'GET /v1/objects/{object_id}/transcription': Schemas['TranscriptionOut']
  'DELETE /v1/objects/{object_id}/transcription': {
    ok: boolean
  }
  'GET /v1/objects/{object_id}/transcript': Schemas['TranscriptOut']
  'PATCH /v1/objects/{object_id}/transcript': Schemas['OkOut']
  'POST /v1/objects/{object_id}/diarize': Schemas['DiarizeAccepted']
  'GET /v1/objects/{object_id}/diarize-status': Schemas['DiarizeOpen']
  'GET /v1/objects/{object_id}/diarize-status/{task_id}': Schemas['DiarizeStatus']
  'DELETE /v1/objects/{object_id}/diarize-status/{task_id}': Schemas['OkOut']
  'GET /v1/objects/{object_id}/diarization': Schemas['DiarizationResult']
  'PATCH /v1/objects/{object_id}/diarization': Schemas['DiarizationResult']
  'GET /v1/voice-profiles': Schemas['VoiceProfileList']
  'POST /v1/voice-profiles': Schemas['VoiceProfileOut']
  'DELETE /v1/voice-profiles/{profile_id}': Schemas['OkOut']
  'OPTIONS /v1/uploads': unknown
  'POST /v1/uploads': unknown
  'HEAD /v1/uploads/{upload_id}': unknown
  'PATCH /v1/uploads/{upload_id}': unknown
  'DELETE /v1/uploads/{upload_id}': unknown
  'GET /v1/collections/{collection_id}/grants': {
    items: Schemas['GrantOut'][]
  }
  'POST /v1/collections/{collection_id}/grants': Schemas['GrantOut']
  'PATCH /v1/collections/{collection_id}/grants/{grant_id}': Schemas['GrantOut']
  'DELETE /v1/collections/{collection_id}/grants/{grant_id}': Schemas['OkOut']
  'GET /v1/collections/{collection_id}/people': {
    items: {
      id: string
      name: string
    }[]
  }
  'GET /v1/grants': {
    items: Schemas['OpenFolderOut'][]
  }
  'GET /v1/admin/grants': {
    items: Schemas['OpenFolderOut'][]
  }
  'DELETE /v1/admin/grants/{grant_id}': Schemas['OkOut']
  'GET /v1/shared': {
    items: Schemas['SharedFolderOut'][]
  }
  'POST /v1/shared/{collection_id}/leave': Schemas['OkOut']
  'GET /v1/groups': {
    items: {
      id: string
      name: string
    }[]
  }
  'GET /v1/admin/groups': {
    items: Schemas['GroupOut'][]
  }
  'POST /v1/admin/groups': Schemas['GroupOut']
  'PATCH /v1/admin/groups/{group_id}': Schemas['GroupOut']
  'DELETE /v1/admin/groups/{group_id}': Schemas['OkOut']
  'POST /v1/collections/{collection_id}/shares': Schemas['NewShareOut']
  'POST /v1/objects/{object_id}/shares': Schemas['NewShareOut']
  'GET /v1/shares': {
    items: Schemas['ShareOut'][]
  }
  'GET /v1/shares/{share_id}': Schemas['ShownShareOut']
  'DELETE /v1/shares/{share_id}': Schemas['OkOut']
  'GET /v1/share/{token}': Schemas['SharePublicCard']
  'POST /v1/share/{token}/unlock': Schemas['OkOut']
  'GET /v1/share/{token}/objects': Schemas['SharePublicList']
  'POST /v1/share/{token}/objects': Schemas['ObjectAccepted']
  'GET /v1/share/{token}/objects/{object_id}': Schemas['SharePublicObject']
  'GET /v1/share/{token}/objects/{object_id}/content': unknown
  'GET /v1/share/{token}/objects/{object_id}/thumbnail': unknown
  'GET /v1/share/{token}/objects/{object_id}/text': Schemas['ObjectText']
  'GET /v1/share/{token}/objects/{object_id}/transcript': Schemas['TranscriptOut']
  'GET /v1/share/{token}/archive': unknown
  'POST /v1/usage/estimate': Schemas['EstimateOut']
  'GET /v1/calendar/agenda': Schemas['AgendaOut']
  'GET /calendar/agenda': Schemas['AgendaOut']
  'POST /v1/calendar/events': Schemas['EventOut']
  'GET /v1/calendar/events': Schemas['EventList']
  'POST /v1/calendar/feed': Schemas['CalendarFeedOut']
  'DELETE /v1/calendar/feed': Schemas['OkOut']
  'GET /v1/calendar/feed.ics': unknown
  'POST /v1/calendar/import': Schemas['CalendarImportOut']
  'GET /v1/calendar/events/{event_id}': Schemas['EventOut']
  'PATCH /v1/calendar/events/{event_id}': Schemas['EventOut']
  'DELETE /v1/calendar/events/{event_id}': Schemas['OkOut']
  'POST /v1/calendar/events/{event_id}/restore': Schemas['EventOut']
  'GET /v1/devices': Schemas['DeviceList']
  'POST /v1/devices/{token_id}/allow-removal': unknown
  'GET /v1/devices/{token_id}/diary': Schemas['DeviceDiaryPage']
  'POST /v1/devices/{token_id}/undo': Schemas['DeviceUndoAccepted']
  'GET /v1/device-logins/{flow}': {
    name: string
    created_at: string
  }
  'POST /v1/device-logins/{flow}': Schemas['OkOut']
  'GET /v1/tasks': Schemas['TaskList']
  'PATCH /v1/tasks/{task_id}': Schemas['TaskOut']
  'POST /v1/objects/{object_id}/read-with-password': Schemas['ObjectDetail']
  'GET /v1/processing': Schemas['ProcessingOut']
  'POST /v1/processing/retry-failed': Schemas['RetriedOut']
  'GET /v1/search': Schemas['SearchOut']
  'GET /v1/search/vectors': Schemas['VectorsOut']
  'GET /v1/search/things': Schemas['ThingsOut']
  'GET /v1/saved-searches': {
    items: Schemas['SavedSearchOut'][]
  }
  'POST /v1/saved-searches': Schemas['SavedSearchOut']
  'PATCH /v1/saved-searches/{search_id}': Schemas['SavedSearchOut']
  'DELETE /v1/saved-searches/{search_id}': Schemas['OkOut']
  'POST /v1/ask': Schemas['AskResponse']
  'GET /v1/ask/sessions': Schemas['AskSessionList']
  'GET /v1/ask/sessions/{session_id}': Schemas['AskSession']
  'DELETE /v1/ask/sessions/{session_id}': Schemas['OkOut']
  'GET /v1/ask/sessions/{session_id}/turns/{n}/trace': Schemas['AskTrace']
  'POST /v1/assistant/command': Schemas['CommandResponse']
  'POST /v1/agent/chat': unknown
  'POST /v1/agent/continue': unknown
  'GET /v1/agent/runs/{run_id}/stream': unknown
  'POST /v1/agent/runs/{run_id}/cancel': Schemas['AgentRunOut']
  'GET /v1/agent/sessions': Schemas['AgentSessionList']
  'GET /v1/agent/sessions/{session_id}': Schemas['AgentSessionDetail']
  'DELETE /v1/agent/sessions/{session_id}': Schemas['OkOut']
  'GET /v1/agent/catalog': Schemas['AgentCatalogOut']
  'POST /v1/agent/activate': Schemas['AgentActivateOut']
  'GET /v1/agent/profiles': {
    items: Schemas['AgentProfileOut'][]
  }
  'POST /v1/agent/profiles': Schemas['AgentProfileOut']
  'GET /v1/agent/profiles/{slug}': Schemas['AgentProfileOut']
  'PATCH /v1/agent/profiles/{slug}': Schemas['AgentProfileOut']
  'DELETE /v1/agent/profiles/{slug}': Schemas['OkOut']
  'GET /v1/agent/memory': Schemas['MemoryList']
  'DELETE /v1/agent/memory': Schemas['OkOut']
  'PATCH /v1/agent/memory/{memory_id}': Schemas['MemoryOut']
  'DELETE /v1/agent/memory/{memory_id}': Schemas['OkOut']
  'GET /v1/agent/channel': Schemas['AgentChannelOut']
  'POST /v1/agent/channel': Schemas['AgentChannelCode']
  'DELETE /v1/agent/channel': Schemas['OkOut']
  'GET /health': {
    status: string
  }
  'GET /health/deep': Schemas['DeepHealth']
  'GET /metrics': unknown
  'GET /openapi.json': unknown
}
