package memory

import "testing"

// TestHuge: whatever the size, it holds that many zeros and no more.
func TestHuge(t *testing.T) {
	testHuge[int16](t, hugePage/2)
	testHuge[float32](t, hugePage/4)
}

// testHuge tries sizes around a huge page, which holds page numbers.
func testHuge[T int16 | float32](t *testing.T, page int) {
	t.Helper()
	for _, n := range []int{0, 1, page/2 - 1, page / 2, page, page + 1, 3*page + 5} {
		v := Huge[T](n)
		if len(v) != n || cap(v) != n {
			t.Errorf("Huge[%T](%d) has length %d and capacity %d", T(0), n, len(v), cap(v))
		}
		for i, x := range v {
			if x != 0 {
				t.Fatalf("Huge[%T](%d)[%d] = %v", x, n, i, x)
			}
			v[i] = 1
		}
	}
}
