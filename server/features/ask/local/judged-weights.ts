/** Made by `npm run train -- judged --write`; its head says from what. */

export const JUDGED = [1.497, 1.047, -1.047, 0.8239, 0, 1.2706, 1.3225, -0.0687, -0.0609, -0.2677, 1.0461]

export const JUDGED_GATE = [
  -1.7004, 1.6743, 0.1099, 0.3411, 0.7361, -0.318, 0.7189, 0.4676, 0.0378, 1.9868, 0.3641, 0.4574,
]
