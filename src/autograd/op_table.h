// The ops by name. ops_*.cpp define them, each with forward, backward and explanation together.
#pragma once

#include "autograd/op.h"

namespace gf::ops {

// Leaves.
extern const OpInfo kConstant, kParameter, kPositionEncoding;
// Products.
extern const OpInfo kMatmul, kMatmulNt, kMatmulTn;
// Cell by cell.
extern const OpInfo kAdd, kMultiply, kDivide, kScale, kPower, kExp, kSquareRoot, kMask, kRelu, kGelu, kSilu;
// Row by row.
extern const OpInfo kSoftmax, kLayerNorm, kRmsNorm, kCrossEntropy, kPick, kRotatePairs;
// Words.
extern const OpInfo kAccounted, kEditMatrix;
// Shape.
extern const OpInfo kEmbedding, kConcat, kSlice, kSplitHeads, kMergeHeads, kSum, kMean, kLargest;
// Rows of tokens; whole numbers, which have no gradient.
extern const OpInfo kPairCounts, kMergeTable, kMergePairs, kExpandPairs, kCount, kJoinRows, kTableRows;
// Geometry.
extern const OpInfo kDistance, kDeterminant, kReplaceRows;
// Gradients of ops that have one of their own; they have no backward.
extern const OpInfo kSoftmaxGradient, kLayerNormGradient, kCrossEntropyGradient, kReluGradient, kGeluGradient, kEmbeddingGradient, kPad,
    kSpread, kDistanceGradient, kDeterminantGradient, kSiluGradient, kRmsNormGradient;

// Measures of what was learned; nothing is learned through them, they have no backward either.
extern const OpInfo kUnitRows, kPrincipalDirections, kIsLargest, kHistogram, kTopK;
// Sums so far, and comparisons.
extern const OpInfo kRunningSums, kIsLess, kRunningLargest, kRecurrence;
// Numbers in few bits; rounding has no slope, so nothing is learned through these.
extern const OpInfo kQuantizeScale, kZeroPoint, kQuantize, kDequantize, kDecodeFloat;

}  // namespace gf::ops
