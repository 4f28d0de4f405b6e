package analyze

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// chromium is a browser without a window. It is driven by the DevTools protocol over two pipes.
// Requests and answers are JSON texts that end with a zero byte.
type chromium struct {
	t       *testing.T
	out     *os.File
	in      *bufio.Reader
	session string
	last    int
	events  []event // events that came during a wait for an answer
}

type event struct {
	ID     int
	Method string
	Params json.RawMessage
	Result json.RawMessage
	Error  *struct{ Message string }
}

// startChromium starts a browser with one empty page, or skips the test.
func startChromium(t *testing.T) *chromium {
	t.Helper()
	var path string
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if found, err := exec.LookPath(name); err == nil {
			path = found
			break
		}
	}
	if path == "" || runtime.GOOS == "windows" {
		t.Skip("no chromium here: the page was not opened in a browser")
	}
	toBrowser, out, err1 := os.Pipe()
	in, fromBrowser, err2 := os.Pipe()
	if err1 != nil || err2 != nil {
		t.Fatal(err1, err2)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	cmd := exec.CommandContext(ctx, path, "--headless=new", "--no-sandbox", "--disable-gpu",
		"--disable-dev-shm-usage", "--hide-scrollbars", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--remote-debugging-pipe",
		"--user-data-dir="+t.TempDir(), "about:blank")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	cmd.ExtraFiles = []*os.File{toBrowser, fromBrowser} // the browser's descriptors 3 and 4
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	toBrowser.Close()
	fromBrowser.Close()
	c := &chromium{t: t, out: out, in: bufio.NewReader(in)}
	t.Cleanup(func() {
		if !t.Failed() {
			c.send("Browser.close", nil)
		} else {
			cancel()
		}
		cmd.Wait()
		if t.Failed() {
			t.Logf("the browser's errors:\n%s", &stderr)
		}
		cancel()
		in.Close()
		out.Close()
	})
	var target struct{ TargetID string }
	c.call("Target.createTarget", map[string]any{"url": "about:blank"}, &target)
	var attached struct{ SessionID string }
	c.call("Target.attachToTarget",
		map[string]any{"targetId": target.TargetID, "flatten": true}, &attached)
	c.session = attached.SessionID
	for _, domain := range []string{"Page", "Runtime", "Network", "Log"} {
		c.call(domain+".enable", nil, nil)
	}
	return c
}

func (c *chromium) send(method string, params any) int {
	c.t.Helper()
	c.last++
	message := map[string]any{"id": c.last, "method": method}
	if params != nil {
		message["params"] = params
	}
	if c.session != "" && method != "Browser.close" {
		message["sessionId"] = c.session
	}
	text, err := json.Marshal(message)
	if err == nil {
		_, err = c.out.Write(append(text, 0))
	}
	if err != nil {
		c.t.Errorf("chromium: %v", err)
	}
	return c.last
}

func (c *chromium) read() event {
	c.t.Helper()
	text, err := c.in.ReadBytes(0)
	if err != nil {
		c.t.Fatalf("chromium: %v", err)
	}
	var e event
	if err := json.Unmarshal(bytes.TrimSuffix(text, []byte{0}), &e); err != nil {
		c.t.Fatalf("chromium: %v in %s", err, text)
	}
	return e
}

// call sends a request and waits for its answer.
func (c *chromium) call(method string, params, result any) {
	c.t.Helper()
	id := c.send(method, params)
	for {
		e := c.read()
		switch {
		case e.ID == 0:
			c.events = append(c.events, e)
			continue
		case e.ID != id:
			continue
		case e.Error != nil:
			c.t.Fatalf("chromium: %s: %s", method, e.Error.Message)
		case result != nil:
			if err := json.Unmarshal(e.Result, result); err != nil {
				c.t.Fatalf("chromium: %s: %v", method, err)
			}
		}
		return
	}
}

// open loads a page and waits until it is there. It goes over an empty page first, because a
// browser loads nothing when only the place within the page changes.
func (c *chromium) open(url string) {
	c.t.Helper()
	for _, next := range []string{"about:blank", url} {
		c.events = nil
		c.call("Page.navigate", map[string]any{"url": next}, nil)
		for !slices.ContainsFunc(c.events, func(e event) bool {
			return e.Method == "Page.loadEventFired"
		}) {
			c.events = append(c.events, c.read())
		}
	}
}

// value returns the value of an expression on the page.
func value[T any](c *chromium, format string, args ...any) T {
	c.t.Helper()
	var answer struct {
		Result           struct{ Value T }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	c.call("Runtime.evaluate",
		map[string]any{"expression": fmt.Sprintf(format, args...), "returnByValue": true}, &answer)
	if answer.ExceptionDetails != nil {
		c.t.Fatalf("%s: %s",
			fmt.Sprintf(format, args...), answer.ExceptionDetails.Exception.Description)
	}
	return answer.Result.Value
}

// await returns the text that a promise on the page resolves to.
func (c *chromium) await(promise string) string {
	c.t.Helper()
	var answer struct {
		Result           struct{ Value string }
		ExceptionDetails *struct {
			Exception struct{ Description string }
		}
	}
	c.call("Runtime.evaluate", map[string]any{"expression": promise, "returnByValue": true,
		"awaitPromise": true, "userGesture": true}, &answer)
	if answer.ExceptionDetails != nil {
		c.t.Fatalf("%s: %s", promise, answer.ExceptionDetails.Exception.Description)
	}
	return answer.Result.Value
}

// key presses a key, given by its name in keyboard events.
func (c *chromium) key(name string) {
	c.t.Helper()
	for _, kind := range []string{"rawKeyDown", "keyUp"} {
		c.call("Input.dispatchKeyEvent", map[string]any{"type": kind, "key": name}, nil)
	}
}

// click clicks at a point of the window.
func (c *chromium) click(x, y float64) {
	c.t.Helper()
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		c.call("Input.dispatchMouseEvent", map[string]any{"type": kind, "x": x, "y": y,
			"button": "left", "buttons": 1, "clickCount": 1}, nil)
	}
}

// box is where an element is in the window, in pixels.
type box struct{ X, Y, Width, Height float64 }

func (c *chromium) box(selector string) box {
	c.t.Helper()
	return value[box](c, `(() => { const e = document.querySelector(%q); `+
		`e.scrollIntoView({block: 'center', behavior: 'instant'});
		const r = e.getBoundingClientRect(); `+
		`return {X: r.x, Y: r.y, Width: r.width, Height: r.height}; })()`, selector)
}

// clickOn clicks on the middle of an element.
func (c *chromium) clickOn(selector string) {
	c.t.Helper()
	b := c.box(selector)
	c.click(b.X+b.Width/2, b.Y+b.Height/2)
}

// window sets the size of the window, and the colour scheme that its user prefers, light or dark.
func (c *chromium) window(width, height int, scheme string) {
	c.t.Helper()
	c.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height,
		"deviceScaleFactor": 1, "mobile": width < 600}, nil)
	c.call("Emulation.setTouchEmulationEnabled",
		map[string]any{"enabled": width < 600 || height < 600}, nil)
	colours := map[string]any{"name": "prefers-color-scheme", "value": scheme}
	c.call("Emulation.setEmulatedMedia", map[string]any{"features": []any{colours}}, nil)
}

// tap touches a point of the window with a finger and waits for the click that the browser makes of
// it. On a busy machine the browser may take the touch for a long press and make no click. Then tap
// tries again.
func (c *chromium) tap(x, y float64) {
	c.t.Helper()
	for range 5 {
		value[any](c, `window.tapped = new Promise(done => addEventListener('click', `+
			`() => done('yes'), {once: true, capture: true})), null`)
		c.send("Input.dispatchTouchEvent", map[string]any{"type": "touchStart",
			"touchPoints": []any{map[string]any{"x": x, "y": y}}})
		c.call("Input.dispatchTouchEvent",
			map[string]any{"type": "touchEnd", "touchPoints": []any{}}, nil)
		if c.await(`Promise.race([window.tapped, `+
			`new Promise(done => setTimeout(() => done('no'), 3000))])`) == "yes" {
			return
		}
	}
	c.t.Errorf("a tap at %v, %v is no click", x, y)
}

// drag moves a finger in a straight line over the window.
func (c *chromium) drag(x1, y1, x2, y2 float64) {
	c.t.Helper()
	touch := func(kind string, points ...any) {
		c.call("Input.dispatchTouchEvent",
			map[string]any{"type": kind, "touchPoints": append([]any{}, points...)}, nil)
	}
	touch("touchStart", map[string]any{"x": x1, "y": y1})
	for _, part := range []float64{0.25, 0.5, 0.75, 1} {
		if x1 != x2 || y1 != y2 {
			touch("touchMove", map[string]any{"x": x1 + part*(x2-x1), "y": y1 + part*(y2-y1)})
		}
	}
	touch("touchEnd")
}

// screenshot returns what the window shows.
func (c *chromium) screenshot() image.Image {
	c.t.Helper()
	var shot struct{ Data []byte }
	c.call("Page.captureScreenshot", map[string]any{"format": "png"}, &shot)
	c.keep(".png", shot.Data)
	picture, err := png.Decode(bytes.NewReader(shot.Data))
	if err != nil {
		c.t.Fatal(err)
	}
	return picture
}

// keep saves a picture in the folder for pictures, if there is one.
func (c *chromium) keep(suffix string, picture []byte) {
	c.t.Helper()
	if *screenshots == "" {
		return
	}
	name := fmt.Sprintf("%s/%s-%d%s", *screenshots,
		strings.ReplaceAll(c.t.Name(), "/", "-"), c.last, suffix)
	if err := os.WriteFile(name, picture, 0o644); err != nil {
		c.t.Error(err)
	}
}

// checkQuiet checks that no script failed, that the page's policy refused nothing, and that nothing
// but the page was requested.
func (c *chromium) checkQuiet(url string) {
	c.t.Helper()
	value[int](c, "1") // by then all earlier events have been read
	for _, e := range c.events {
		var p struct{ Request struct{ URL string } }
		switch e.Method {
		case "Runtime.exceptionThrown", "Log.entryAdded", "Runtime.consoleAPICalled",
			"Page.javascriptDialogOpening":
			c.t.Errorf("%s: %s", e.Method, e.Params)
		case "Network.requestWillBeSent":
			if err := json.Unmarshal(e.Params, &p); err != nil || p.Request.URL != url {
				c.t.Errorf("the page asks for %q", p.Request.URL)
			}
		}
	}
}
