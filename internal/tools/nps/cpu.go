package main

import (
	"fmt"
	"io"
	"math"
	"os/exec"
	"strings"
	"sync"
	"time"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// cpuTimes compares two builds of one engine that search the same nodes, by the processor time they
// take. Both run at once, each in a process of its own on one thread, so that other work on the
// machine slows both. The result is far steadier than nodes a second.
func cpuTimes(out io.Writer, files [2]string, nodes, rounds, hash int) error {
	var logs []float64
	for range rounds {
		var times [2]time.Duration
		var searched [2]int
		var errs [2]error
		var both sync.WaitGroup
		for i, file := range files {
			both.Go(func() { searched[i], times[i], errs[i] = cpuTime(file, nodes, hash) })
		}
		both.Wait()
		for _, err := range errs {
			if err != nil {
				return err
			}
		}
		if searched[0] != searched[1] {
			return fmt.Errorf("the searches differ: %d and %d nodes", searched[0], searched[1])
		}
		ratio := times[1].Seconds() / times[0].Seconds()
		logs = append(logs, math.Log(ratio))
		fmt.Fprintf(out, "%6.2f s %6.2f s  %.4f\n", times[0].Seconds(), times[1].Seconds(), ratio)
	}
	mean, interval := meanOf(logs)
	error95 := fmt.Sprintf("95%% interval ± %.4f", math.Exp(mean)*interval)
	if rounds == 1 {
		error95 = "no interval"
	}
	_, err := fmt.Fprintf(out, "A is %.4f times as fast as B, %s, %d rounds\n", math.Exp(mean),
		error95, rounds)
	return err
}

// meanOf returns the mean of values and half the width of its 95% interval (Student's t). The
// interval is 0 for one value.
func meanOf(values []float64) (mean, interval float64) {
	mean, deviation := stat.MeanStdDev(values, nil)
	if len(values) < 2 {
		return mean, 0
	}
	n := float64(len(values))
	student := distuv.StudentsT{Sigma: 1, Nu: n - 1}
	return mean, student.Quantile(0.975) * stat.StdErr(deviation, n)
}

// cpuTime lets an engine search every position to the given number of nodes. It returns the nodes
// in the last info lines, and the processor time of the process.
func cpuTime(file string, nodes, hash int) (searched int, used time.Duration, err error) {
	cmd := exec.Command(file)
	e, err := start(cmd, file)
	if err != nil {
		return 0, 0, err
	}
	defer e.Kill()
	if err := e.prepare(1, hash); err != nil {
		return 0, 0, err
	}
	for _, fen := range positions {
		e.Send("position fen "+fen, fmt.Sprintf("go nodes %d", nodes))
		lines, err := e.Until("bestmove")
		if err != nil {
			return 0, 0, err
		}
		last := 0
		for _, line := range lines {
			if n, ok := number(line, "nodes"); ok && !strings.HasPrefix(line, "info string") {
				last = n
			}
		}
		searched += last
	}
	if err := e.Close(); err != nil {
		return 0, 0, err
	}
	return searched, cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), nil
}
