import type { Needs } from '../../context.ts'
import { invalid } from '../../lib/errors.ts'
import { ModelFailed } from '../../ports/models.ts'
import type { ModelChoice } from '../connections/index.ts'

const LIST_MS = 5000

/** The model that a request names, of those that the connection has; none named is the connection's own. */
export const choose = (choice: ModelChoice | undefined, name: string | null | undefined) => ({
  async checked({ models }: Needs<'models'>): Promise<ModelChoice | undefined> {
    if (!name) return choice
    if (!choice) throw unknown(name)
    if (name === choice.endpoint.model) return choice
    const known = await models.list(choice.endpoint, { deadlineMs: LIST_MS }).catch((error: unknown): string[] => {
      if (error instanceof ModelFailed) return []
      throw error
    })
    if (!known.includes(name)) throw unknown(name)
    return { ...choice, endpoint: { ...choice.endpoint, model: name } }
  },
})

const unknown = (name: string) =>
  invalid(
    ['body', 'model'],
    'value_error',
    {
      en: 'The connection has no such model. Leave `model` empty for its own, or connect one first.',
      ru: 'У подключения нет такой модели. Оставьте `model` пустым или сначала подключите модель.',
    },
    name,
  )
