/** Whether a question cannot be understood without what was said before it. */

const LEANING =
  /^(а|и|но|and|but|so|what about|how about)(?=[^\p{L}])|(^|[^\p{L}])(он|она|оно|они|его|ее|её|их|ему|ей|им|этот|эта|это|эти|этого|этой|том|там|тогда|it|its|he|she|they|them|his|her|their|this|that|these|those|there|then)(?=[^\p{L}]|$)/iu
const FEW_WORDS = 4

export const leansOnBefore = (question: string) =>
  LEANING.test(question.trim()) || question.trim().split(/\s+/u).length <= FEW_WORDS
