package train

import (
	"fmt"
	"math"
	"sync"

	"sente/datagen"
	"sente/eval/nnue"
)

// Trainer trains one model on one data set.
type Trainer struct {
	Recipe  Recipe
	Model   Model
	History []Point // one per superbatch so far

	moments [2][]float32 // AdamW's, laid out as Model.Params
	data    *Dataset
	digest  uint32 // of data
	table   *featureTable
	workers []*worker
	step    int     // batches done
	loss    float64 // sum over the steps of the current superbatch
}

// Point is what a superbatch ended with. Losses are mean squared errors of the expected result.
type Point struct {
	Positions int     `json:"positions"` // trained on so far
	Train     float64 `json:"train"`     // mean over the superbatch
	Valid     float64 `json:"valid"`     // on the validation set with the final share of the result; 0 without a set
}

// worker is one goroutine's share of the work.
type worker struct {
	grad  Model // summed over its share of the batch
	acc   []float32
	local []datagen.Packed
	feat  features
	loss  float64
}

// gatherSize is how many positions a worker copies from their random places at a time: the cache
// misses of one copy run side by side.
const gatherSize = 128

// New returns a trainer with a fresh model.
func New(r Recipe, d *Dataset) (*Trainer, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	t := &Trainer{Recipe: r, Model: newModel(r.Shape, r.Seed)}
	t.attach(d)
	return t, nil
}

// StartFrom replaces the fresh weights by those of m. Its shape must be the recipe's, but m may have
// one king bucket or one output bucket where the recipe has several: then all begin with its weights,
// so that a bucket that few positions fall into needs to learn only how it differs. It may also be
// narrower: the neurons beyond its width keep fresh inputs and begin without a say in the output
// (function-preserving growth: Chen, Goodfellow and Shlens, "Net2Net", 2015).
func (t *Trainer) StartFrom(m Model) error {
	s := t.Recipe.Shape
	if m.Hidden > s.Hidden || m.KingBuckets != s.KingBuckets && m.KingBuckets != 1 ||
		m.OutputBuckets != s.OutputBuckets && m.OutputBuckets != 1 {
		return fmt.Errorf("train: the weights to start from are of shape %+v, not %+v", m.Shape, s)
	}
	to := &t.Model
	for row := range s.biasRow() + 1 {
		from := row
		if m.KingBuckets == 1 && row < s.biasRow() {
			from = row % nnue.FeaturesPerBucket
		} else if row == s.biasRow() {
			from = m.biasRow()
		}
		copy(to.Rows[row*s.Hidden:], m.Rows[from*m.Hidden:(from+1)*m.Hidden])
	}
	for k := range s.OutputBuckets {
		from := min(k, m.OutputBuckets-1)
		out, old := to.outWeights(k), m.outWeights(from)
		clear(out)
		copy(out, old[:m.Hidden])
		copy(out[s.Hidden:], old[m.Hidden:])
		to.OutBias[k] = m.OutBias[from]
	}
	return nil
}

// attach gives the trainer its data and working memory.
func (t *Trainer) attach(d *Dataset) {
	t.data = d
	t.digest = d.digest()
	t.table = newFeatureTable(t.Recipe.Shape)
	for i := range t.moments {
		if t.moments[i] == nil {
			t.moments[i] = make([]float32, len(t.Model.Params))
		}
	}
	for range t.Recipe.Threads {
		t.workers = append(t.workers, &worker{
			grad:  view(t.Recipe.Shape, make([]float32, len(t.Model.Params))),
			acc:   make([]float32, 2*t.Recipe.Hidden),
			local: make([]datagen.Packed, 0, gatherSize),
		})
	}
}

// Positions returns how many positions were trained on so far.
func (t *Trainer) Positions() int { return t.step * t.Recipe.Batch }

// Done says whether the run is complete.
func (t *Trainer) Done() bool { return t.step >= t.Recipe.Steps() }

// Step trains on one batch and returns its mean loss. When it ends a superbatch it validates and
// adds a Point to History.
func (t *Trainer) Step() (loss float64, superbatch bool, err error) {
	r := &t.Recipe
	n := len(t.data.Train)
	first := t.step * r.Batch
	wdl := r.wdl(t.step)
	t.parallel(func(i int, w *worker) {
		w.loss = 0
		from, to := first+r.Batch*i/r.Threads, first+r.Batch*(i+1)/r.Threads
		for from < to { // a batch may reach into the next epoch
			epoch := from / n
			end := min(to, (epoch+1)*n)
			order := newPermutation(n, r.Seed, uint64(epoch))
			for from < end {
				w.local = w.local[:0]
				for ; from < end && len(w.local) < gatherSize; from++ {
					w.local = append(w.local, t.data.Train[order.at(from-epoch*n)])
				}
				for j := range w.local {
					w.loss += t.learn(w, &w.local[j], wdl)
				}
			}
		}
	})
	for _, w := range t.workers {
		loss += w.loss
	}
	loss /= float64(r.Batch)
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return loss, false, fmt.Errorf("train: the loss is %g after %d positions: lower the learning rate", loss, t.Positions())
	}
	t.update()
	t.step++
	t.loss += loss
	if superbatch = t.step%r.stepsPerSuperbatch() == 0 || t.Done(); superbatch {
		steps := (t.step-1)%r.stepsPerSuperbatch() + 1
		t.History = append(t.History, Point{t.Positions(), t.loss / float64(steps), t.Validate()})
		t.loss = 0
	}
	return loss, superbatch, nil
}

// parallel runs f for every worker at the same time.
func (t *Trainer) parallel(f func(i int, w *worker)) {
	var group sync.WaitGroup
	for i, w := range t.workers {
		group.Go(func() { f(i, w) })
	}
	group.Wait()
}

// learn adds a position's gradients to w's and returns its loss.
func (t *Trainer) learn(w *worker, k *datagen.Packed, wdl float64) float64 {
	t.table.extract(&w.feat, k)
	steepness := nnue.Scale / t.Recipe.Scale
	p := sigmoid(steepness * float64(t.Model.output(&w.feat, w.acc)))
	e := p - target(k, wdl, t.Recipe.Scale)
	grad := float32(2 * e * p * (1 - p) * steepness)
	bucket, h, rows := w.feat.bucket, t.Model.Hidden, &w.feat.rows
	screluGrad(w.acc, t.Model.outWeights(bucket), w.grad.outWeights(bucket), grad)
	w.grad.OutBias[bucket] += grad
	scatter(w.grad.Rows, w.acc[:h], rows[0][:w.feat.count])
	scatter(w.grad.Rows, w.acc[h:], rows[1][:w.feat.count])
	return e * e
}

// update adds up the workers' gradients and makes the optimizer's step, each worker on a part of
// the parameters.
func (t *Trainer) update() {
	c := newAdamStep(t.step+1, t.Recipe.rate(t.step), t.Recipe.Batch)
	const vector = 8 // parts are whole vectors
	vectors := len(t.Model.Params) / vector
	t.parallel(func(i int, _ *worker) {
		from, to := vectors*i/t.Recipe.Threads*vector, vectors*(i+1)/t.Recipe.Threads*vector
		sum := t.workers[0].grad.Params[from:to]
		for _, w := range t.workers[1:] {
			addAndClear(sum, w.grad.Params[from:to])
		}
		adam(t.Model.Params[from:to], t.moments[0][from:to], t.moments[1][from:to], sum, &c)
	})
	t.Model.boundOutputs()
}

// Validate returns the mean loss on the validation set with the schedule's last share of the
// result, so that points of one run compare; 0 without a validation set.
func (t *Trainer) Validate() float64 {
	valid := t.data.Valid
	if len(valid) == 0 {
		return 0
	}
	t.parallel(func(i int, w *worker) {
		w.loss = 0
		for j := len(valid) * i / t.Recipe.Threads; j < len(valid)*(i+1)/t.Recipe.Threads; j++ {
			t.table.extract(&w.feat, &valid[j])
			p := sigmoid(nnue.Scale / t.Recipe.Scale * float64(t.Model.output(&w.feat, w.acc)))
			e := p - target(&valid[j], t.Recipe.WDLEnd, t.Recipe.Scale)
			w.loss += e * e
		}
	})
	var loss float64
	for _, w := range t.workers {
		loss += w.loss
	}
	return loss / float64(len(valid))
}
