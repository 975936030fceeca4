/** The mark and the name. */
export const Logo = () => (
  <span className="flex items-center gap-2 font-semibold tracking-tight">
    <svg viewBox="0 0 64 64" aria-hidden="true" className="size-6">
      <rect width="64" height="64" rx="15" className="fill-accent" />
      <path
        d="M15 22a4 4 0 0 1 4-4h9l5 5h12a4 4 0 0 1 4 4v17a4 4 0 0 1-4 4H19a4 4 0 0 1-4-4z"
        className="fill-on-accent opacity-30"
      />
      <path d="M15 29a3 3 0 0 1 3-3h28a3 3 0 0 1 3 3v15a4 4 0 0 1-4 4H19a4 4 0 0 1-4-4z" className="fill-on-accent" />
    </svg>
    Dossier
  </span>
)
