import { AppError } from '../../lib/errors.ts'
import type { Words } from '../../lib/language.ts'

/** Words of OAuth for what went wrong; programs read `error` and `error_description`, people the sentence. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'
  | 'access_denied'

export const refused = (error: OAuthError, words: Words, more: Record<string, unknown> = {}) =>
  new AppError('senseless', 'oauth_refused', words, { fields: { error, error_description: words.en, ...more } })
