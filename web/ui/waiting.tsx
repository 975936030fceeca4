import { Bone, Later } from './states.tsx'

export const Waiting = () => (
  <Later>
    <div className="mx-auto flex max-w-3xl flex-col gap-3 p-6">
      {[90, 80, 85, 60].map(width => (
        <Bone key={width} className="h-3 w-full" />
      ))}
    </div>
  </Later>
)
