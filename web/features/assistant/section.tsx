import { Memory } from './memory.tsx'
import { Roles } from './roles.tsx'

export default function AssistantSection() {
  return (
    <>
      <Memory />
      <Roles />
    </>
  )
}
