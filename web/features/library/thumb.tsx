import { useState } from 'react'
import { cx } from '../../lib/class-names.ts'
import { KindIcon } from '../../ui/kind-icon.tsx'
import type { Listed } from './files.ts'
import { previewUrl } from './preview.ts'

type Shown = Pick<Listed, 'id' | 'kind' | 'mime' | 'size' | 'version' | 'deleted_at'>

/** The picture of a file, or its kind in a quiet icon. */
export function Thumb({ file, className, icon }: { file: Shown; className?: string; icon?: string }) {
  const url = previewUrl(file)
  const [broken, setBroken] = useState<string>()
  return (
    <span className={cx('flex items-center justify-center overflow-hidden', className)}>
      {url && broken !== url ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setBroken(url)}
          className="size-full object-cover"
        />
      ) : (
        <KindIcon kind={file.kind} className={icon} />
      )}
    </span>
  )
}
