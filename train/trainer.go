package train

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"sente/datagen"
	"sente/internal/memory"
)

// Trainer trains one model on one set of data.
type Trainer struct {
	Recipe  Recipe
	Model   Model
	History []Point // one for each superbatch so far

	moments [2][]float32 // AdamW's, laid out as Model.Params
	mean    []float32    // running mean of Model.Params; nil if the recipe asks for none
	data    *Data
	source  *source
	net     *network // Model in the form that the passes use
	crew    crew
	pass    pass
	batches [2]*batch // used in turns: one is prepared while the other is trained on
	next    chan prepared
	cursor  Cursor  // where the next batch begins in the data
	step    int     // batches done
	loss    float64 // sum over the steps of the current superbatch
}

// prepared is a batch, and the cursor of the batch behind it.
type prepared struct {
	batch *batch
	after Cursor
	err   error
}

// Point is the result of a superbatch. Losses are means over positions of |prediction - target| to
// the power of the recipe's exponent.
type Point struct {
	Positions int       `json:"positions"` // number trained on so far
	Train     float64   `json:"train"`     // mean over the superbatch
	Valid     []float64 `json:"valid"`     // on each validation set, with the final WDL share
}

// meanEvery is how many steps lie between two updates of the running mean. An update is a slow pass
// over all weights. So up to seven of a run's last steps may be missing from the mean.
const meanEvery = 8

// New returns a trainer with a fresh model that works on the given number of threads. The results
// do not depend on that number.
func New(r Recipe, d *Data, threads int) (*Trainer, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	t := &Trainer{Recipe: r, Model: newModel(r.Shape, r.Seed)}
	if err := t.attach(d, threads); err != nil {
		return nil, err
	}
	return t, nil
}

// attach gives the trainer its data and working memory. It fails if there is too little memory for
// pools of the recipe's size.
func (t *Trainer) attach(d *Data, threads int) error {
	t.data = d
	t.source = newSource(d, t.Recipe.Pool, t.Recipe.Seed, t.Recipe.Shuffled)
	if err := d.roomFor("-pool is too large", t.source.room()); err != nil {
		return err
	}
	t.crew = newCrew(&t.Model.layout, threads)
	t.batches = [2]*batch{new(batch), new(batch)}
	for i := range t.moments {
		if t.moments[i] == nil {
			t.moments[i] = memory.Huge[float32](len(t.Model.Params))
		}
	}
	if t.Recipe.EMA > 0 && t.mean == nil {
		t.mean = append(t.mean, t.Model.Params...)
	}
	return nil
}

// Positions returns how many positions the run has trained on so far.
func (t *Trainer) Positions() int { return t.step * t.Recipe.Batch }

// Done says whether the run is complete.
func (t *Trainer) Done() bool { return t.step >= t.Recipe.Steps() }

// prepare fills the batch of a step in the background. from is where the batch begins in the data.
func (t *Trainer) prepare(step int, from Cursor) {
	next, b, wdl := make(chan prepared, 1), t.batches[step&1], t.Recipe.wdl(step)
	t.next = next
	go func() {
		positions, after, err := t.source.read(from, t.Recipe.Batch)
		if err == nil {
			b.fill(&t.Model.layout, positions, func(k *datagen.Packed) float64 {
				return target(k, wdl, t.Recipe.Scale)
			})
		}
		next <- prepared{b, after, err}
	}()
}

// ErrDiverged is in the error of a Step whose loss is not a number. The trainer can't be used any
// more.
var ErrDiverged = errors.New("lower the learning rate")

// Step trains on one batch and returns its mean loss. Call it until Done; one more call is an
// error. At the end of a superbatch it validates and adds a Point to History. After any error other
// than ErrDiverged the trainer is as it was before the step.
func (t *Trainer) Step() (loss float64, superbatch bool, err error) {
	r := &t.Recipe
	if t.Done() {
		return 0, false, fmt.Errorf("train: all %d steps are done", r.Steps())
	}
	if t.next == nil {
		t.prepare(t.step, t.cursor)
	}
	ready := <-t.next
	t.next = nil
	if ready.err != nil {
		return 0, false, ready.err
	}
	t.cursor = ready.after
	if t.step+1 < r.Steps() {
		t.prepare(t.step+1, t.cursor)
	}
	if integer := r.integer(t.step); t.net == nil || t.net.floors != integer {
		t.net = newNetwork(&t.Model.layout, t.Model.Params, integer)
	}
	t.pass.learn(t.crew, t.net, ready.batch, newLoss(r))
	for g := range ready.batch.groups {
		loss += t.pass.loss[g]
	}
	loss /= float64(r.Batch)
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return loss, false, fmt.Errorf("train: the loss is %g after %d positions: %w",
			loss, t.Positions(), ErrDiverged)
	}
	t.update(ready.batch)
	t.step++
	t.loss += loss
	if superbatch = t.step%r.stepsPerSuperbatch() == 0 || t.Done(); superbatch {
		steps := (t.step-1)%r.stepsPerSuperbatch() + 1
		t.History = append(t.History, Point{t.Positions(), t.loss / float64(steps), t.Validate()})
		t.loss = 0
	}
	return loss, superbatch, nil
}

// update makes the optimizer's step after a backward pass over b, tile by tile and bucket by
// bucket.
func (t *Trainer) update(b *batch) {
	m := &t.Model
	c := newAdamSteps(&t.Recipe, t.step+1)
	t.crew.do(m.tiles+m.OutputBuckets, func(w *worker, task int) {
		if task < m.tiles {
			t.updateTile(w, b, &c, task)
			t.blend(task*m.tileLen, (task+1)*m.tileLen)
			return
		}
		bucket := task - m.tiles
		at := m.headAt + bucket*m.headLen
		if g := t.pass.headGrad(b, bucket); g != nil {
			t.updateHead(m.head(m.Params, bucket),
				m.head(t.moments[0], bucket), m.head(t.moments[1], bucket), g, &c.head)
			t.net.loadHead(bucket)
		}
		t.blend(at, at+m.headLen)
	})
}

// updateTile makes the optimizer's step on a tile. Each run of rows is loaded into the network at
// once, while it is in the cache. That needs the factoriser's new rows, so those are updated first.
func (t *Trainer) updateTile(w *worker, b *batch, c *adamSteps, tile int) {
	m := &t.Model
	t.pass.tileGrad(w, &m.layout, b, tile)
	params := m.tile(m.Params, tile)
	first, second := m.tile(t.moments[0], tile), m.tile(t.moments[1], tile)
	own, shared := &c.shared, &c.shared
	if m.factorRows > 0 { // without a clip: these are parts of sums, and load clips the sums
		own, shared = c.own.clipped(math.MaxFloat32), c.shared.clipped(math.MaxFloat32)
	}
	step := func(from, to int, c *adamStep) {
		adam(params[from:to], first[from:to], second[from:to], w.grad[from:to], c)
	}
	inputs, rows := m.inputRows*lanes, m.rows*lanes
	step(inputs, m.tileLen, shared)
	for i, x := range params[inputs:rows] {
		params[inputs+i] = min(max(x, -weightClip), weightClip)
	}
	for at := 0; at < inputs; at += loadRun {
		c := &c.shared
		if at < m.ownRows*lanes {
			c = own
		}
		step(at, at+loadRun, c)
		t.net.load(tile, at, at+loadRun)
	}
	t.net.load(tile, inputs, rows)
}

// updateHead makes the optimizer's step on the later layers of an output bucket.
func (t *Trainer) updateHead(w, m, v, g []float32, c *adamStep) {
	at := 0
	for _, part := range t.Model.headParts() {
		end := at + part.n
		adam(w[at:end], m[at:end], v[at:end], g[at:end], c.clipped(part.clip))
		at = end
	}
	if t.Model.Layers == 1 {
		boundOutputs(w[:2*t.Model.Hidden])
	}
}

// blend updates the running mean of the weights [from, to), if there is one and a step is due.
func (t *Trainer) blend(from, to int) {
	if t.mean == nil || (t.step+1)%meanEvery != 0 {
		return
	}
	keep := float32(math.Pow(t.Recipe.EMA, meanEvery))
	params := t.Model.Params[from:to]
	for i, x := range t.mean[from:to] {
		t.mean[from+i] = x*keep + params[i]*(1-keep)
	}
}

// Result returns the model that is the run's result so far: the running mean, if there is one.
func (t *Trainer) Result() Model {
	if t.mean != nil {
		return Model{layout: t.Model.layout, Params: t.mean}
	}
	return t.Model
}

// Validate returns the mean loss of Result on each validation set. It uses the final share of the
// result in the targets, so that all points of a run can be compared.
func (t *Trainer) Validate() []float64 {
	losses := make([]float64, len(t.data.Valid))
	for i, by := range t.ValidateByMen() {
		var sum, n float64
		for _, l := range by {
			sum += l.Sum
			n += float64(l.Positions)
		}
		losses[i] = sum / max(n, 1)
	}
	return losses
}

// ValidNames returns the names of the validation sets.
func (t *Trainer) ValidNames() []string { return t.data.validNames() }

// LossSum is a sum of losses over positions.
type LossSum struct {
	Positions int
	Sum       float64
}

// MenGroups is how many groups ValidateByMen has. Group g has the positions with 4g+1 to 4g+4 men.
const MenGroups = maxMen / 4

// ValidateByMen returns the losses of Validate by the number of men, for each validation set.
func (t *Trainer) ValidateByMen() [][MenGroups]LossSum {
	sums := make([][MenGroups]LossSum, len(t.data.Valid))
	l := newLoss(&t.Recipe)
	for i, set := range t.data.Valid {
		t.outputs(set.Positions, func(j int, output float32) {
			k := &set.Positions[j]
			loss, _ := l.of(output, float32(target(k, t.Recipe.WDLEnd, t.Recipe.Scale)))
			s := &sums[i][(k.Occupied().Count()-1)/4]
			s.Positions++
			s.Sum += loss
		})
	}
	return sums
}

// outputs calls f with the index of each position and with Result's output, in units of nnue.Scale
// centipawns for the side to move.
func (t *Trainer) outputs(positions []datagen.Packed, f func(i int, output float32)) {
	m := t.Result()
	params := m.Params
	if t.mean != nil {
		params = slices.Clone(params) // newNetwork may change them, and the mean is still needed
	}
	n := newNetwork(&m.layout, params, t.Recipe.integer(t.step-1))
	var b batch
	var p pass
	for at := 0; at < len(positions); at += maxValidated {
		b.fill(&m.layout, positions[at:min(at+maxValidated, len(positions))], nil)
		p.forward(t.crew, n, &b)
		for i, from := range b.from {
			f(at+int(from), p.out[i])
		}
	}
}

// maxValidated is how many positions are validated at once.
const maxValidated = 8192
