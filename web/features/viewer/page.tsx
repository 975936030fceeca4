import { useNavigate, useParams } from '@tanstack/react-router'
import Viewer from './viewer.tsx'

/** A file by its own address, for links from elsewhere. */
export function FilePage() {
  const { object = '' } = useParams({ strict: false })
  const navigate = useNavigate()
  return (
    <main>
      <Viewer id={object} onClose={() => void navigate({ to: '/' })} />
    </main>
  )
}
