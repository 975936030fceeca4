import type { Generated } from 'kysely'

/** Every table, made from the migrated database: UPDATE_DOCS=1 npx vitest run server/db/schema.test.ts writes it anew. */
export interface Schema {
  agent_calls: {
    owner_id: string
    run_id: string
    tool_call_id: string
    ord: number
    step: number
    name: string
    input: unknown
    risk: string
    status: 'ready' | 'pending' | 'approved' | 'denied' | 'done' | 'failed'
    result: unknown
    decided_at: Date | null
  }
  agent_chat_codes: {
    owner_id: string
    hash: Buffer
    expires_at: Date
  }
  agent_chats: {
    owner_id: string
    chat_id: number
    name: string
    created_at: Generated<Date>
  }
  agent_choices: {
    owner_id: string
    slug: string
  }
  agent_digests: {
    owner_id: string
    day: Date
  }
  agent_events: {
    owner_id: string
    run_id: string
    seq: number
    data: unknown
  }
  agent_listeners: {
    name: string
    next_update: Generated<number>
    lease_until: Generated<Date>
  }
  agent_memories: {
    owner_id: string
    id: string
    memory: string
    input: string
    topics: string[]
    slot: string
    superseded_by: string | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    forgotten_at: Date | null
    is_hidden: Generated<boolean>
    object_ids: Generated<string[]>
    made_from: Generated<'owner' | 'files' | 'others'>
    given_ids: Generated<string[]>
  }
  agent_profiles: {
    owner_id: string
    slug: string
    name: string
    description: string
    icon: string
    instructions: string
    toolsets: string[]
    model: string
    created_at: Generated<Date>
  }
  agent_runs: {
    owner_id: string
    id: string
    tenant_id: string
    session_id: string
    agent_slug: string
    status: 'running' | 'paused' | 'completed' | 'failed' | 'cancelled'
    query: string
    language: string
    scope: unknown
    unlocked: boolean
    is_hidden: boolean
    web_search: boolean
    channel: unknown
    messages: unknown
    answer: Generated<string>
    steps: Generated<number>
    cost: Generated<number>
    last_seq: Generated<number>
    fence: Generated<string>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    object_ids: Generated<string[]>
    read_foreign: Generated<boolean>
    foreign_allowed: Generated<boolean>
    given_ids: Generated<string[]>
  }
  agent_sessions: {
    owner_id: string
    id: string
    tenant_id: string
    agent_slug: string
    channel_chat_id: Generated<number>
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  agent_task_sources: {
    owner_id: string
    object_id: string
    mark: string
    task_id: string
    char_start: number
    char_end: number
    start_s: number | null
  }
  app_tokens: {
    owner_id: string
    hash: Buffer
    app_id: string
    kind: 'access' | 'refresh'
    expires_at: Date
    spent_at: Date | null
  }
  archives: {
    owner_id: string
    id: string
    kind: 'export' | 'import'
    key: string
    size: number
    sha256: string
    hidden: Generated<boolean>
    created_at: Generated<Date>
  }
  ask_sessions: {
    owner_id: string
    id: string
    tenant_id: string
    created_at: Generated<Date>
    updated_at: Generated<Date>
  }
  ask_turns: {
    owner_id: string
    session_id: string
    n: number
    query: string
    reply: unknown
    trace: unknown
    object_ids: Generated<string[]>
    created_at: Generated<Date>
    is_hidden: Generated<boolean>
    given_ids: Generated<string[]>
  }
  attempts: {
    key: string
    tries: number
    since: Generated<Date>
    locked_until: Date | null
  }
  backups: {
    id: string
    kind: string
    folder: string
    snapshot: string | null
    state: Generated<string>
    started_at: Generated<Date>
    finished_at: Date | null
    pinned_until: Date
    files: Generated<number>
    bytes: Generated<number>
    copied_bytes: Generated<number>
    damaged: Generated<number>
    proved_at: Date | null
    error: string | null
  }
  blob_removals: {
    key: string
    asked_at: Generated<Date>
  }
  blobs: {
    owner_id: string
    hash: string
    size: number
    place: Generated<string>
    key: string
    created_at: Generated<Date>
  }
  bucket_moves: {
    owner_id: string
    direction: 'to_bucket' | 'to_service'
    status: 'running' | 'paused' | 'done' | 'failed' | 'cancelled'
    run_id: string
    moved: Generated<number>
    failed: Generated<number>
    started_at: Generated<Date>
    finished_at: Date | null
    error: Generated<string>
  }
  calendar_events: {
    owner_id: string
    id: string
    tenant_id: string
    number: number
    uid: string
    resource: string
    title: string
    description: Generated<string>
    location: Generated<string>
    status: Generated<'confirmed' | 'tentative' | 'cancelled'>
    all_day: Generated<boolean>
    tz: string
    starts_clock: number
    duration: number
    starts_at: Date
    ends_at: Date
    rrule: Generated<string>
    last_clock: number | null
    exdates: Generated<number[]>
    rdates: Generated<number[]>
    found_from: Date
    found_until: Date | null
    reminders: Generated<number[]>
    extra: Generated<string[]>
    alarms: Generated<string[]>
    sequence: Generated<number>
    revision: number
    created_at: Generated<Date>
    updated_at: Generated<Date>
    reminded_until: Generated<Date>
    next_reminder_at: Date | null
    source: string | null
    is_hidden: Generated<boolean>
    object_ids: Generated<string[]>
    made_from: Generated<'owner' | 'files' | 'others'>
    given_ids: Generated<string[]>
  }
  calendar_feeds: {
    owner_id: string
    token_hash: Buffer
    created_at: Generated<Date>
  }
  calendar_imports: {
    owner_id: string
    task_id: string
    text: string
    done: Generated<number>
    created: Generated<number>
    updated: Generated<number>
    unchanged: Generated<number>
  }
  calendar_overrides: {
    owner_id: string
    event_id: string
    clock: number
    title: string
    description: Generated<string>
    location: Generated<string>
    status: Generated<'confirmed' | 'tentative' | 'cancelled'>
    all_day: boolean
    tz: string
    starts_clock: number
    duration: number
    starts_at: Date
    ends_at: Date
    reminders: Generated<number[]>
    extra: Generated<string[]>
    alarms: Generated<string[]>
    sequence: Generated<number>
  }
  calendar_removed: {
    owner_id: string
    resource: string
    revision: number
    removed_at: Generated<Date>
  }
  changes: {
    owner_id: string
    id: string
    by: 'service' | 'agent'
    subject: string
    subject_id: string
    field: string
    before: unknown
    after: unknown
    why: unknown
    created_at: Generated<Date>
    undone_at: Date | null
    is_hidden: Generated<boolean>
    object_ids: Generated<string[]>
    given_ids: Generated<string[]>
  }
  collections: {
    owner_id: string
    id: string
    tenant_id: string
    name: string
    name_mode: Generated<'manual' | 'auto'>
    icon: Generated<string>
    parent_id: string | null
    theme_id: string | null
    in_theme_id: string | null
    theme_ids: Generated<string[]>
    is_hidden: Generated<boolean>
    is_concealed: Generated<boolean>
    note: string | null
    created_at: Generated<Date>
    note_updated_at: Date | null
    removed_by: string | null
  }
  comments: {
    owner_id: string
    id: string
    object_id: string
    author_id: string
    text: string
    page: number | null
    char_start: number | null
    char_end: number | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    reply_to: string | null
  }
  connected_apps: {
    owner_id: string
    id: string
    client_id: string
    name: string
    scopes: string[]
    collection_id: string | null
    theme_id: string | null
    created_at: Generated<Date>
    connected_at: Date | null
    last_used_at: Date | null
    expires_at: Date | null
  }
  connections: {
    owner_id: string
    kind: 's3' | 'llm'
    config: unknown
    secret: string
    secret_hint: string
    enabled: Generated<boolean>
    status: 'unchecked' | 'ok' | 'error'
    checked_at: Date | null
    last_error: Generated<string>
    switched_off: Generated<boolean>
  }
  count_deltas: {
    owner_id: string
    id: Generated<number>
    collection_id: string
    listed: Generated<number>
    listed_hidden: Generated<number>
    trashed: Generated<number>
    trashed_hidden: Generated<number>
    bytes: Generated<number>
    listed_bytes: Generated<number>
    listed_bytes_hidden: Generated<number>
  }
  dav_brakes: {
    owner_id: string
    token_id: string
    stopped_at: Generated<Date>
    files: number
    allowed_until: Date | null
  }
  dav_checksums: {
    owner_id: string
    object_id: string
    content_hash: string
    checksum: string
  }
  dav_chunks: {
    owner_id: string
    upload: string
    name: string
    key: string | null
    size: Generated<number>
    created_at: Generated<Date>
  }
  dav_leavings: {
    owner_id: string
    place: string
    name: string
    content: Buffer
    hash: string
    written_at: Generated<Date>
  }
  dav_locks: {
    owner_id: string
    token: string
    path: string
    is_deep: boolean
    is_shared: boolean
    holder: string
    expires_at: Date
  }
  dav_names: {
    owner_id: string
    entry_id: string
    place: string
    own_name: string
    name: string
  }
  dav_properties: {
    owner_id: string
    entry_id: string
    name: string
    value: string
  }
  dav_removals: {
    owner_id: string
    token_id: string
    removed_at: Generated<Date>
    files: number
  }
  device_deeds: {
    owner_id: string
    id: Generated<number>
    key: Generated<string>
    token_id: string
    device: string
    what: 'added' | 'changed' | 'moved' | 'deleted' | 'restored' | 'removed'
    object_id: string | null
    folder_id: string | null
    place_before: string | null
    name_before: string | null
    hash_before: string | null
    version_before: number | null
    icon_before: string | null
    theme_before: string | null
    place_after: string | null
    name_after: string | null
    hash_after: string | null
    trashed_at: Date | null
    restored_id: string | null
    created_at: Generated<Date>
    undone_at: Date | null
    left_why: string | null
    settled_by: string | null
  }
  device_logins: {
    poll_hash: Buffer
    flow_hash: Buffer
    name: string
    granted_to: string | null
    created_at: Generated<Date>
    expires_at: Date
  }
  diarizations: {
    owner_id: string
    object_id: string
    version: number
    engine: string
    turns: unknown
    speakers: Generated<unknown>
    created_at: Generated<Date>
  }
  diary: {
    owner_id: string
    id: string
    person_id: string | null
    what: string
    folder_id: string | null
    from_id: string | null
    object_id: string | null
    before: string | null
    to_name: string | null
    role: string | null
    created_at: Generated<Date>
  }
  drafts: {
    owner_id: string
    object_id: string
    base_version: number
    text: string
    updated_at: Generated<Date>
  }
  event_counters: {
    owner_id: string
    last: number
    at: Date
  }
  events: {
    owner_id: string
    id: Generated<number>
    seq: number | null
    type: string
    object_id: string | null
    data: unknown
    created_at: Generated<Date>
    is_hidden: Generated<boolean>
    object_ids: Generated<string[]>
    given_ids: Generated<string[]>
  }
  file_counts: {
    owner_id: string
    collection_id: string
    listed: number
    listed_hidden: number
    trashed: number
    trashed_hidden: number
    listed_bytes: Generated<number>
    listed_bytes_hidden: Generated<number>
  }
  folder_changes: {
    owner_id: string
    folder_id: string
    n: number
  }
  given_favorites: {
    owner_id: string
    object_id: string
    person_id: string
    created_at: Generated<Date>
  }
  given_task_sources: {
    owner_id: string
    task_id: string
    object_id: string
    mark: string | null
    char_start: number | null
    char_end: number | null
    start_s: number | null
  }
  grants: {
    owner_id: string
    id: string
    tenant_id: string
    collection_id: string
    user_id: string | null
    group_id: string | null
    role: 'viewer' | 'editor'
    created_at: Generated<Date>
  }
  grants_left: {
    owner_id: string
    grant_id: string
    user_id: string
  }
  group_members: {
    group_id: string
    user_id: string
  }
  groups: {
    id: string
    tenant_id: string
    name: string
    created_at: Generated<Date>
  }
  guest_drafts: {
    owner_id: string
    object_id: string
    user_id: string
    base_version: number
    text: string
    updated_at: Generated<Date>
  }
  hearing_pieces: {
    owner_id: string
    object_id: string
    version: number
    start_s: number
    end_s: number
    model: string
    language: string | null
    foreign_language: string | null
    words: unknown
  }
  hearings: {
    owner_id: string
    object_id: string
    version: number
    seconds: number | null
    heard_s: Generated<number>
    cancelled: Generated<boolean>
  }
  hidden_bytes: {
    owner_id: string
    epoch: number
    bytes: number
    seen_before: number
    is_final: boolean
  }
  hidden_epochs: {
    owner_id: string
    epoch: number
  }
  hidden_pins: {
    owner_id: string
    hash: string
    created_at: Generated<Date>
  }
  hidden_tokens: {
    owner_id: string
    hash: Buffer
    expires_at: Date
  }
  invites: {
    hash: Buffer
    tenant_id: string
    role: 'user' | 'pro' | 'admin'
    expires_at: Date
    used_at: Date | null
  }
  jobs: {
    owner_id: string
    id: string
    name: string
    lane: string
    payload: unknown
    state: Generated<'PENDING' | 'STARTED' | 'RETRY' | 'SUCCESS' | 'FAILURE'>
    turn: Generated<number>
    due_at: Date | null
    attempt: Generated<number>
    max_attempts: number
    worker: string | null
    lease_until: Date | null
    progress: Generated<number>
    error: string | null
    result: unknown
    created_at: Generated<Date>
    started_at: Date | null
    finished_at: Date | null
    crashes: Generated<number>
    deaths: Generated<number>
    lost_worker: string | null
    passing: Generated<boolean>
  }
  login_challenges: {
    owner_id: string
    hash: Buffer
    purpose: 'second' | 'operator' | 'oidc_proof'
    expires_at: Date
  }
  mailbox_letters: {
    owner_id: string
    mailbox_id: string
    hash: Buffer
    taken_at: Generated<Date>
  }
  mailboxes: {
    owner_id: string
    id: string
    name: string
    host: string
    port: number
    security: 'tls' | 'starttls'
    username: string
    secret: string
    folder: string
    after: 'none' | 'seen' | 'flagged' | 'move'
    move_to: string
    attachments: boolean
    enabled: boolean
    status: 'ok' | 'error'
    last_error: unknown
    failures: Generated<number>
    last_checked_at: Date | null
    next_check_at: Generated<Date>
    uid_validity: Generated<number>
    last_uid: Generated<number>
    taken: Generated<number>
    skipped: Generated<number>
    created_at: Generated<Date>
  }
  mcp_calls: {
    owner_id: string
    asker_id: string
    key: Buffer
    run_id: string
    told_at: Date | null
    created_at: Generated<Date>
    is_joined: Generated<boolean>
  }
  mcp_given_reads: {
    owner_id: string
    object_id: string
    reader_id: string
    asker_id: string
    characters: number
    last_at: Generated<Date>
  }
  mcp_reads: {
    owner_id: string
    asker_id: string
    object_id: string
    characters: number
    last_at: Generated<Date>
  }
  notices: {
    owner_id: string
    id: string
    kind: string
    cause_id: string
    person_id: string | null
    thing_owner_id: string
    object_id: string | null
    collection_id: string | null
    object_ids: Generated<string[]>
    given_ids: Generated<string[]>
    is_hidden: Generated<boolean>
    by_mail: Generated<boolean>
    created_at: Generated<Date>
    read_at: Date | null
    mailed_at: Date | null
  }
  oauth_clients: {
    id: string
    name: string
    redirect_uris: string[]
    created_at: Generated<Date>
  }
  oauth_codes: {
    owner_id: string
    hash: Buffer
    app_id: string
    redirect_uri: string
    challenge: string
    expires_at: Date
    used_at: Date | null
  }
  object_facts: {
    owner_id: string
    id: string
    tenant_id: string
    collection_id: string | null
    is_hidden: boolean
    chat_only: boolean
    deleted_at: Date | null
    created_at: Date
    kind: string
    status: string
    doc_type: string | null
    categories: string[]
    day: Date
    amount: number | null
    people: string[]
    organisations: string[]
    tags: string[]
    is_favorite: boolean
    opened_at: Date
    labels: number[]
    spot: number
  }
  object_texts: {
    owner_id: string
    object_id: string
    version: number
    text: string
    pages: Generated<unknown>
  }
  objects: {
    owner_id: string
    id: string
    tenant_id: string
    collection_id: string | null
    filename: string
    original_name: string
    ai_name: Generated<string>
    name_source: Generated<'original' | 'ai' | 'manual'>
    name_locked: Generated<boolean>
    suggested_name: string | null
    suggested_reason: unknown
    suggested_collection_id: string | null
    source_url: string | null
    kind: string
    mime: string
    size: number
    content_hash: string
    version: Generated<number>
    status: Generated<'pending' | 'ready' | 'failed'>
    error: unknown
    needs_manual: Generated<boolean>
    text_fallback: Generated<boolean>
    text_view: Generated<boolean>
    categories: Generated<string[]>
    enrichment: unknown
    corrections: unknown
    is_hidden: Generated<boolean>
    chat_only: Generated<boolean>
    deleted_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    origin: Generated<'owner' | 'link' | 'mail' | 'web'>
    found: unknown
    likeness: number[] | null
    modified_at: Date | null
    tags: Generated<string[]>
    is_favorite: Generated<boolean>
    opened_at: Date | null
  }
  owner_numbers: {
    owner_id: string
    kind: string
    last: number
  }
  owner_totals: {
    owner_id: string
    listed: number
    listed_hidden: number
    trashed: number
    trashed_hidden: number
    bytes: number
    listed_bytes: Generated<number>
    listed_bytes_hidden: Generated<number>
  }
  passkeys: {
    owner_id: string
    id: string
    credential_id: string
    public_key: Buffer
    counter: number
    transports: Generated<string[]>
    synced: Generated<boolean>
    name: string
    created_at: Generated<Date>
    last_used_at: Date | null
  }
  password_resets: {
    owner_id: string
    hash: Buffer
    made_at: Generated<Date>
    expires_at: Date
  }
  pins: {
    owner_id: string
    kind: 'folder' | 'theme' | 'tag' | 'search' | 'file'
    target_id: Generated<string>
    tag: Generated<string>
    position: number
  }
  previews: {
    owner_id: string
    hash: string
    shape: string
    key: string | null
    mime: Generated<string>
    size: Generated<number>
    failure: unknown
    made_at: Generated<Date>
  }
  rate_windows: {
    key: string
    window_start: number
    hits: number
  }
  recovery_codes: {
    owner_id: string
    hash: Buffer
    used_at: Date | null
  }
  reservations: {
    owner_id: string
    id: string
    amount_micro: number
    expires_at: Date
  }
  revisions: {
    owner_id: string
    id: string
    object_id: string
    version: number
    content_hash: string
    filename: string
    kind: string
    mime: string
    size: number
    author: string | null
    created_at: Generated<Date>
  }
  saved_searches: {
    owner_id: string
    id: string
    name: string
    query: string
    filters: unknown
    watch: boolean
    is_hidden: Generated<boolean>
    object_ids: Generated<string[]>
    created_at: Generated<Date>
    updated_at: Generated<Date>
    given_ids: Generated<string[]>
  }
  schedules: {
    name: string
    next_at: Date
  }
  search_chunks: {
    owner_id: string
    object_id: string
    ord: number
    version: number
    length: number
    page: number | null
    char_start: Generated<number>
    char_end: Generated<number>
    keys: number[]
    counts: Buffer
  }
  search_embedded: {
    owner_id: string
    object_id: string
    version: number
    model: string
  }
  search_forgotten: {
    owner_id: string
    times: number
  }
  search_heads: {
    owner_id: string
    object_id: string
    doc_type: Generated<string>
    tags: Generated<string[]>
    headings: string[] | null
  }
  search_matches: {
    owner_id: string
    object_id: string
    search_id: string
    at: Generated<Date>
  }
  search_models: {
    model: string
    dim: number
    background: Buffer
  }
  search_refused: {
    owner_id: string
    object_id: string
    ord: number
    version: number
    model: string
    attempts: Generated<number>
    reason: string
    at: Generated<Date>
  }
  search_stale: {
    owner_id: string
    object_id: string
  }
  search_stems: {
    owner_id: string
    stem: string
    near: number[]
  }
  search_texts: {
    owner_id: string
    object_id: string
    ord: number
    text: string
  }
  search_vectors: {
    owner_id: string
    object_id: string
    ord: number
    version: number
    model: string
    dim: number
    vector: Buffer | null
    seq: Generated<number>
  }
  service_state: {
    name: string
    value: string
  }
  settings: {
    owner_id: string
    auto_rename_mode: Generated<string>
    calendar_reminders_messenger: Generated<boolean>
    chat_memory: Generated<boolean>
    proactive: Generated<boolean>
    timezone: Generated<string>
    ui: Generated<unknown>
    prefs: Generated<unknown>
  }
  share_days: {
    owner_id: string
    share_id: string
    day: Date
    opened: Generated<number>
    downloaded: Generated<number>
    uploaded: Generated<number>
  }
  shares: {
    owner_id: string
    id: string
    tenant_id: string
    token_hash: Buffer
    collection_id: string | null
    object_id: string | null
    password_hash: string | null
    can_upload: Generated<boolean>
    expires_at: Date | null
    created_at: Generated<Date>
    sealed_token: string | null
  }
  spent_challenges: {
    owner_id: string
    hash: Buffer
    expires_at: Date
  }
  spent_states: {
    hash: Buffer
    expires_at: Date
  }
  tag_colors: {
    owner_id: string
    name: string
    color: string
  }
  task_results: {
    owner_id: string
    task_id: string
    name: string
    object_id: string | null
    hidden: Generated<boolean>
    object_ids: Generated<string[]>
    report: unknown
    failure: unknown
    created_at: Generated<Date>
    given_ids: Generated<string[]>
  }
  tasks: {
    owner_id: string
    id: string
    tenant_id: string
    number: number
    title: string
    status: Generated<'open' | 'done'>
    assignee: Generated<string>
    due_at: Date | null
    done_at: Date | null
    source_object_id: string | null
    created_at: Generated<Date>
    is_hidden: Generated<boolean>
    object_ids: Generated<string[]>
    made_from: Generated<'owner' | 'files' | 'others'>
    given_ids: Generated<string[]>
  }
  tenants: {
    id: string
    name: string
    created_at: Generated<Date>
  }
  themes: {
    owner_id: string
    id: string
    tenant_id: string
    name: string
    icon: Generated<string>
    is_hidden: Generated<boolean>
    created_at: Generated<Date>
  }
  tokens: {
    owner_id: string
    hash: Buffer
    id: string
    kind: 'session' | 'api'
    name: Generated<string>
    prefix: string
    created_at: Generated<Date>
    last_used_at: Date | null
    expires_at: Date | null
    proved_at: Generated<Date>
    scopes: string[] | null
    device: Generated<string>
    address: Generated<string>
    via_oidc: Generated<boolean>
  }
  totp: {
    owner_id: string
    secret: string
    made_at: Generated<Date>
    confirmed_at: Date | null
    last_step: Generated<number>
  }
  transcript_segments: {
    owner_id: string
    object_id: string
    ord: number
    version: number
    char_start: number
    char_end: number
    start_s: number
    end_s: number
    words: unknown
  }
  transcripts: {
    owner_id: string
    object_id: string
    version: number
    model: string
    languages: Generated<string[]>
    seconds: number
    corrected_at: Date | null
  }
  unsettled_folders: {
    owner_id: string
    folder_id: string
  }
  upload_parts: {
    owner_id: string
    upload_id: string
    start: number
    size: number
    key: string
    sha256: string
  }
  uploads: {
    owner_id: string
    id: string
    tenant_id: string
    length: number
    received: Generated<number>
    metadata: Generated<unknown>
    object_id: string | null
    expires_at: Date
    created_at: Generated<Date>
  }
  usage_records: {
    owner_id: string
    id: string
    meter: string
    operation: string
    object_id: string | null
    prompt_tokens: Generated<number>
    total_tokens: Generated<number>
    audio_seconds: Generated<number>
    units: Generated<number>
    cost_micro: number
    price_version: string
    created_at: Generated<Date>
    is_hidden: Generated<boolean>
    object_ids: Generated<string[]>
    run_id: string | null
  }
  users: {
    id: string
    tenant_id: string
    email: string
    name: Generated<string>
    password_hash: string
    role: 'user' | 'pro' | 'admin'
    tariff: Generated<string>
    disabled: Generated<boolean>
    created_at: Generated<Date>
    leaving_at: Date | null
    leaving_bucket: Generated<boolean>
    oidc_issuer: string | null
    oidc_subject: string | null
    oidc_email: string | null
    oidc_linked_at: Date | null
    oidc_asked_issuer: string | null
    oidc_asked_subject: string | null
    oidc_asked_at: Date | null
  }
  voice_profiles: {
    owner_id: string
    id: string
    name: string
    consented_at: Generated<Date>
    engine: string | null
    voice: string | null
    samples: Generated<number>
    created_at: Generated<Date>
  }
  webhook_deliveries: {
    owner_id: string
    id: string
    webhook_id: string
    type: string
    object_id: string | null
    object_ids: Generated<string[]>
    is_hidden: Generated<boolean>
    data: unknown
    happened_at: Date
    attempts: number
    status: number | null
    error: string | null
    given_up: boolean
    sent_at: Generated<Date>
    given_ids: Generated<string[]>
  }
  webhooks: {
    owner_id: string
    id: string
    url: string
    events: string[]
    secret: string
    last_status: number | null
    last_error: string | null
    created_at: Generated<Date>
  }
}
