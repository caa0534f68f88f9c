// Declares the ops by name. ops_*.cpp define each op with its forward, backward and explanation together.
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
// Rows of tokens; whole numbers have no gradient.
extern const OpInfo kPairCounts, kMergeTable, kMergePairs, kExpandPairs, kCount, kJoinRows, kTableRows;
// Geometry.
extern const OpInfo kDistance, kDeterminant, kReplaceRows;
// Gradients that are ops; they have no backward.
extern const OpInfo kSoftmaxGradient, kLayerNormGradient, kCrossEntropyGradient, kReluGradient, kGeluGradient, kEmbeddingGradient, kPad,
    kSpread, kDistanceGradient, kDeterminantGradient, kSiluGradient, kRmsNormGradient;
// Measures of learned values; they have no backward.
extern const OpInfo kUnitRows, kPrincipalDirections, kIsLargest, kHistogram, kTopK;
// Running sums and comparisons.
extern const OpInfo kRunningSums, kIsLess, kRunningLargest, kRecurrence;
// Numbers in few bits; rounding has no slope, so they have no backward.
extern const OpInfo kQuantizeScale, kZeroPoint, kQuantize, kDequantize, kDecodeFloat;

}  // namespace gf::ops
