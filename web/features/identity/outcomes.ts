import { words } from '../../lib/i18n.ts'

/** How a sign-in at the provider ended, by the code that stands in the address. */
export const outcomeWords = words(
  {
    linked: 'The account is linked',
    link_needed: 'There is an account with your e-mail. Sign in to it with your password now, and it will be linked.',
    link_waits: 'There is an account with your e-mail. Ask an administrator to allow the link, then sign in again.',
    link_taken: 'That account is linked to another one here, or yours to another one there. Unlink it first.',
    email_unverified: 'Your e-mail is not verified there. Verify it, then sign in again.',
    no_account: 'There is no account here for your e-mail. Ask the administrator for one.',
    oidc_flow: 'This sign-in was begun elsewhere, is finished already, or took too long. Try again.',
    oidc_denied: 'The sign-in was cancelled or refused. Try again, or choose another way.',
    oidc_code: 'The code of this sign-in was used before or has expired. Try again.',
    oidc_token: 'The answer of the provider cannot be trusted. Try again; if it stays so, tell the administrator.',
    oidc_unreachable: 'The provider does not answer. Try again in a while, or choose another way.',
    other: 'Signing in did not work. Try again.',
  },
  {
    linked: 'Учётная запись привязана',
    link_needed: 'С вашей почтой уже есть учётная запись. Войдите в неё с паролем сейчас, и она будет привязана.',
    link_waits: 'С вашей почтой уже есть учётная запись. Попросите администратора разрешить привязку и войдите снова.',
    link_taken: 'Та учётная запись привязана к другой здесь, или ваша — к другой там. Сначала отвяжите её.',
    email_unverified: 'Ваша почта там не подтверждена. Подтвердите её и войдите снова.',
    no_account: 'Для вашей почты здесь нет учётной записи. Попросите её у администратора.',
    oidc_flow: 'Этот вход начат в другом месте, уже завершён или длился слишком долго. Попробуйте ещё раз.',
    oidc_denied: 'Вход отменён или отклонён. Попробуйте ещё раз или выберите другой способ.',
    oidc_code: 'Код этого входа уже использован или истёк. Попробуйте ещё раз.',
    oidc_token: 'Ответу провайдера нельзя доверять. Попробуйте ещё раз; если не пройдёт, скажите администратору.',
    oidc_unreachable: 'Провайдер не отвечает. Повторите позже или выберите другой способ.',
    other: 'Войти не удалось. Попробуйте ещё раз.',
  },
)
