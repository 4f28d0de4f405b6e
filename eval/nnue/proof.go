package nnue

import (
	"math"
	"slices"
)

// sumOverflows ends the errors about sums of 32 bits.
const sumOverflows = "could overflow: its sum can reach %d, which does not fit 32 bits"

// proveOutput returns an error unless no sum of the output layer can overflow. Every activation is
// at most QA. So a product QA*w fits int16, and a partial sum, in any order, is at most
// sum|w|*QA*QA. That must fit int32. The bias counts too, although it is added in 64 bits. That is
// stricter than needed.
func (r *Raw) proveOutput() error {
	width := 2 * r.H
	for bucket := range r.OutBias {
		sum := int64(0)
		for i, w := range r.OutWeights[bucket*width : (bucket+1)*width] {
			if w < -MaxOutWeight || w > MaxOutWeight {
				return misfitAt(partOutWeights, bucket*width+i,
					"output weight %d of bucket %d is %d, want -%d to %d",
					i, bucket, w, MaxOutWeight, MaxOutWeight)
			}
			sum += int64(max(w, -w))
		}
		bias := int64(r.OutBias[bucket])
		if worst := sum*QA*QA + max(bias, -bias); worst > math.MaxInt32 {
			return misfitAt(partOutBias, bucket, "output bucket %d "+sumOverflows, bucket, worst)
		}
	}
	return nil
}

// proveLayers returns an error unless no sum of the deep layers can overflow int32, in whatever
// order it is added up. The inputs of the first layer are at most pairMax and those of the second
// at most L1One, so the sizes of their weights and biases decide. The third layer's inputs are at
// most L2One and its weights at most MaxL3Weight, so its sum is below 2^30 without the bias. With
// the bias and times the multiplier it is below 2^52. That is computed in 64 bits.
func (r *Raw) proveLayers() error {
	for i, w := range r.L1Weights {
		if w < -MaxL1Weight {
			return misfitAt(partL1Weights, i, "first layer weight %d is %d, want -%d to %d",
				i, w, MaxL1Weight, MaxL1Weight)
		}
	}
	for _, l := range []struct {
		name    string
		weights []int16
		part    part
		most    int16
	}{
		{"second", r.L2Weights, partL2Weights, MaxL2Weight},
		{"third", r.L3Weights, partL3Weights, MaxL3Weight},
	} {
		for i, w := range l.weights {
			if w < -l.most || w > l.most {
				return misfitAt(l.part, i, "%s layer weight %d is %d, want -%d to %d",
					l.name, i, w, l.most, l.most)
			}
		}
	}
	for i, b := range r.L1Bias {
		if worst := worstSum(r.L1Weights[i*r.H:(i+1)*r.H], pairMax, b); worst > math.MaxInt32 {
			return misfitAt(partL1Bias, i, "first layer output %d of bucket %d "+sumOverflows,
				i%L1Out, i/L1Out, worst)
		}
	}
	for i, b := range r.L2Bias {
		if worst := worstSum(r.L2Weights[i*L2In:(i+1)*L2In], L1One, b); worst > math.MaxInt32 {
			return misfitAt(partL2Bias, i, "second layer output %d of bucket %d "+sumOverflows,
				i%L2Out, i/L2Out, worst)
		}
	}
	return nil
}

// worstSum returns the largest size that a sum of weights times factors, plus bias, can reach, in
// whatever order it is added up. The factors are 0 to most.
func worstSum[W int8 | int16](weights []W, most int64, bias int32) int64 {
	sum := int64(0)
	for _, w := range weights {
		sum += max(int64(w), -int64(w))
	}
	return sum*most + max(int64(bias), -int64(bias))
}

// proveAccumulator returns an error unless every lane fits int16 in every position.
//
// A position has at most 32 men, each on a square of its own, and each adds one weight of its
// square. Take the largest weight of each square, or 0 if all are negative. A lane is at most its
// bias plus the 32 largest of these. In the same way, it is at least its bias plus the 32 smallest
// of the squares' smallest weights. This ignores which men can be on the board together, so the
// proof can only be too strict. With threat inputs a man also adds the weight of at most one
// threat. Training clips weights and biases to ±504. So a lane reaches at most 33*504 = 16,632, and
// 65*504 = 32,760 with threat inputs.
func (r *Raw) proveAccumulator() error {
	own := r.KingBuckets * FeaturesPerBucket * r.H
	largest := largestOf(r.FTWeights[:own]) + largestOf(r.FTWeights[own:])
	widest := 0
	for _, b := range r.FTBias {
		widest = max(widest, int(b), -int(b))
	}
	if widest+maxMen*largest <= math.MaxInt16 {
		return nil
	}
	for bucket := range r.KingBuckets {
		weights := r.FTWeights[bucket*FeaturesPerBucket*r.H : (bucket+1)*FeaturesPerBucket*r.H]
		if err := r.proveLanes(bucket, weights, r.FTWeights[own:]); err != nil {
			return err
		}
	}
	return nil
}

// largestOf returns the largest size of a weight.
func largestOf(weights []int16) int {
	largest := 0
	for _, w := range weights {
		largest = max(largest, int(w), -int(w))
	}
	return largest
}

// proveLanes is proveAccumulator for the weights of one king bucket, and those of the threats.
func (r *Raw) proveLanes(bucket int, weights, threats []int16) error {
	most, least := make([]int, 64*r.H), make([]int, 64*r.H) // [square][lane]
	for f := range FeaturesPerBucket {
		s := f % 64 * r.H
		for i, w := range weights[f*r.H : (f+1)*r.H] {
			high, low := 0, 0 // by a threat
			for at := f*r.H + i; at < len(threats); at += FeaturesPerBucket * r.H {
				high, low = max(high, int(threats[at])), min(low, int(threats[at]))
			}
			most[s+i], least[s+i] = max(most[s+i], int(w)+high), min(least[s+i], int(w)+low)
		}
	}
	var up, down [64]int
	for lane, bias := range r.FTBias {
		for s := range 64 {
			up[s], down[s] = most[s*r.H+lane], least[s*r.H+lane]
		}
		slices.Sort(up[:])
		slices.Sort(down[:])
		high, low := int(bias), int(bias)
		for i := range maxMen {
			high += up[63-i]
			low += down[i]
		}
		if high > math.MaxInt16 || low < math.MinInt16 {
			return misfitAt(partFTBias, lane,
				"accumulator lane %d of king bucket %d could overflow: it can reach %d to %d, "+
					"which does not fit 16 bits", lane, bucket, low, high)
		}
	}
	return nil
}
