import { z } from 'zod'
import { fileOf, noteChange, say, sealed, shownName, type Tool, tool } from '../tools/index.ts'
import { shareObject } from './links.ts'

const DAYS = 30

const shareFile = tool({
  name: 'share_file',
  risk: 'outward',
  description: 'Make a public link to a file.',
  input: z.object({ object_id: z.uuid(), expires_in_days: z.int().min(1).max(365).default(DAYS) }),
  async sentence(context, runContext, { object_id, expires_in_days }) {
    const name = shownName((await fileOf(context, runContext, object_id)).filename)
    return {
      en: `Make a public link to "${name}" for ${expires_in_days} days: whoever has it can read the file`,
      ru: `Открыть по ссылке «${name}» на ${expires_in_days} дн.: файл прочтёт любой, у кого она есть`,
    }
  },
  given: ({ object_id }) => ({ as: 'owner', object: object_id }),
  touches: ({ object_id }) => ({ files: [object_id] }),
  async act(context, runContext, { object_id, expires_in_days }) {
    const file = await fileOf(context, runContext, object_id)
    const expires_at = new Date(Date.now() + expires_in_days * 86_400_000).toISOString()
    const share = await shareObject(context, runContext.actor, object_id, { expires_at })
    await noteChange(context, runContext, {
      subject: 'share',
      subjectId: share.id,
      field: 'made',
      before: null,
      after: null,
    })
    const url = sealed(context, `${runContext.origin}/share/${share.token}`)
    return {
      // The link is for the person; a model has no use for it.
      data: { share_id: share.id, object_id, expires_at },
      link: url,
      says: say(runContext, {
        en: `The link to "${file.filename}": ${url}`,
        ru: `Ссылка на «${file.filename}»: ${url}`,
      }),
    }
  },
})

export const sharingTools: Tool[] = [shareFile]
