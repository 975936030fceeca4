/** Made by `npm run train -- judged --write`; its head says from what. */

export const JUDGED = [
  1.2332, 1.1457, -1.1457, 0.3977, 0, 1.1331, 0.7352, 0.6356, -0.0059, -0.5181, 0.4003, 1.1862, 1.037,
]

export const JUDGED_GATE = [
  -2.2537, 1.3664, -0.593, 0.64, 0.8072, 0.2324, 0.4519, 0.9877, -0.1188, 0.9018, 0.6008, 0.6474,
]
