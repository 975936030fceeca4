import { AppError } from '../../../lib/errors.ts'
import type { Words } from '../../../lib/language.ts'
import type { OpenIdCause, OpenIdRefused } from '../../../ports/openid.ts'

/** Each way in which a sign-in at the provider goes wrong, with its sentence. */

export const oidcOff = () =>
  new AppError('conflict', 'oidc_off', {
    en: 'No OpenID Connect provider is configured here. The administrator sets OIDC_ISSUER.',
    ru: 'Вход через OpenID Connect здесь не настроен. Администратор задаёт OIDC_ISSUER.',
  })

export const flowLost = () =>
  new AppError('forbidden', 'oidc_flow', {
    en: 'This sign-in was not begun in this browser, is finished already, or took longer than ten minutes. Begin again.',
    ru: 'Этот вход начат не в этом браузере, уже завершён или длился дольше десяти минут. Начните снова.',
  })

const TOKEN: Partial<Record<OpenIdCause, Words>> = {
  nonce: {
    en: 'The answer of the provider belongs to another sign-in. Begin again.',
    ru: 'Ответ провайдера относится к другому входу. Начните снова.',
  },
  issuer: {
    en: 'The answer comes from another provider than the one that was asked. Begin again; if it stays so, tell the administrator.',
    ru: 'Ответ пришёл не от того провайдера, к которому обращались. Начните снова; если не пройдёт, скажите администратору.',
  },
  audience: {
    en: 'The answer of the provider is meant for another application. Begin again; if it stays so, tell the administrator.',
    ru: 'Ответ провайдера предназначен другому приложению. Начните снова; если не пройдёт, скажите администратору.',
  },
  signature: {
    en: 'The answer is not signed by a key that the provider uses now. Begin again; if it stays so, tell the administrator.',
    ru: 'Ответ подписан не тем ключом, которым провайдер пользуется сейчас. Начните снова; если не пройдёт, скажите администратору.',
  },
  time: {
    en: 'The answer of the provider is too old, or the clocks differ. Begin again; if it stays so, tell the administrator.',
    ru: 'Ответ провайдера устарел или часы расходятся. Начните снова; если не пройдёт, скажите администратору.',
  },
  answer: {
    en: 'The provider answered something that cannot be used. Tell the administrator.',
    ru: 'Провайдер ответил то, что нельзя использовать. Скажите администратору.',
  },
  client: {
    en: 'The provider refuses this service: its client id or secret is wrong. Tell the administrator.',
    ru: 'Провайдер не принимает этот сервис: неверный идентификатор или секрет клиента. Скажите администратору.',
  },
}

export function refusalOf(error: OpenIdRefused): AppError {
  const words = TOKEN[error.why]
  if (words) return new AppError('forbidden', 'oidc_token', words)
  if (error.why === 'state') return flowLost()
  if (error.why === 'denied')
    return new AppError('forbidden', 'oidc_denied', {
      en: 'The provider did not let you in, or you cancelled. Begin again, or sign in another way.',
      ru: 'Провайдер не пустил вас, или вы отменили вход. Начните снова или войдите иначе.',
    })
  if (error.why === 'code')
    return new AppError('forbidden', 'oidc_code', {
      en: 'The provider does not take the code of this sign-in: it was used before, has expired or belongs to another. Begin again.',
      ru: 'Провайдер не принимает код этого входа: он уже использован, истёк или чужой. Начните снова.',
    })
  return new AppError('upstream', 'oidc_unreachable', {
    en: 'The provider does not answer. Try again in a while, or sign in another way.',
    ru: 'Провайдер не отвечает. Повторите позже или войдите иначе.',
  })
}

export const emailUnverified = () =>
  new AppError('forbidden', 'email_unverified', {
    en: 'The provider has not verified your e-mail, so it opens no account here. Verify it there, then sign in again.',
    ru: 'Провайдер не подтвердил вашу почту, поэтому она не открывает учётную запись. Подтвердите её там и войдите снова.',
  })

export const noAccount = () =>
  new AppError('forbidden', 'no_account', {
    en: 'There is no account here for your e-mail. Ask the administrator for one.',
    ru: 'Для вашей почты здесь нет учётной записи. Попросите её у администратора.',
  })

export const linkTaken = () =>
  new AppError('conflict', 'link_taken', {
    en: 'This account of the provider is linked to another account here, or yours is linked to another one there. Unlink it first.',
    ru: 'Эта учётная запись провайдера уже привязана к другой здесь, или ваша привязана к другой там. Сначала отвяжите её.',
  })

export const linkNeeded = (byPassword: boolean, headers: Record<string, string>) =>
  new AppError(
    'forbidden',
    'link_needed',
    byPassword
      ? {
          en: 'There is an account with your e-mail. Sign in to it by password now, and it will be linked.',
          ru: 'С вашей почтой уже есть учётная запись. Войдите в неё по паролю сейчас, и она будет привязана.',
        }
      : {
          en: 'There is an account with your e-mail. An administrator has to say yes to linking it; then sign in again.',
          ru: 'С вашей почтой уже есть учётная запись. Привязку должен подтвердить администратор; затем войдите снова.',
        },
    { headers },
  )

export const onlyWayIn = () =>
  new AppError('conflict', 'only_way_in', {
    en: 'This is the only way into your account. Set a password or add a passkey first.',
    ru: 'Это единственный способ войти в вашу учётную запись. Сначала задайте пароль или добавьте ключ входа.',
  })
