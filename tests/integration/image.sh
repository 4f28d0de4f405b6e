#!/usr/bin/env bash
# Builds the container image on top of an image of the local Go, runs it, and compares its bench
# with that of a local build: tests/integration/image.sh. It needs buildah and a static busybox (in
# Debian the packages buildah and busybox-static), but no network. Without them, or if buildah may
# not run containers, it ends with 77.
set -euo pipefail
cd "$(dirname "$0")/../.."

for needed in go buildah busybox; do
	command -v $needed >/dev/null || {
		echo "skipped: no $needed here, the container image was not built"
		exit 77
	}
done
if ldd "$(command -v busybox)" >/dev/null 2>&1; then
	echo "skipped: busybox is not static here, the container image was not built"
	exit 77
fi
export BUILDAH_ISOLATION=chroot STORAGE_DRIVER=vfs
work=$(mktemp -d)
said=$work/said
base=localhost/sente-test-base image=localhost/sente-test

cleanup() {
	buildah rm "${container:-none}" >/dev/null 2>&1 || true
	buildah rmi --force $image $base >/dev/null 2>&1 || true
	chmod -R u+w "$work"
	rm -rf "$work"
}
trap cleanup EXIT

may_not() {
	echo "skipped: buildah may not run containers here, the container image was not built"
	exit 77
}

# nodes COMMAND… prints the signature at the end of an engine's bench. If the bench fails, nodes
# fails too and shows the bench's output.
nodes() {
	"$@" bench 5 </dev/null >"$work/bench" 2>"$said" || {
		cat "$work/bench" "$said" >&2
		return 1
	}
	grep -oE '^[0-9]+ nodes' "$work/bench" | tail -n 1
}

# The base image: Go, a shell, and the modules that the build downloads, as files.
root=$work/root
mkdir -p "$root/bin" "$root/usr/local" "$root/go/pkg/mod/cache" "$root/tmp" "$root/etc"
cp "$(command -v busybox)" "$root/bin/busybox"
ln -s busybox "$root/bin/sh"
{ container=$(buildah from scratch) && buildah copy -q "$container" "$root" / &&
	buildah run "$container" -- /bin/sh -c :; } 2>"$said" >&2 || {
	cat "$said"
	grep -qiE 'not permitted|permission denied|namespace|unshare|chroot|mount' "$said" && may_not
	exit 1 # no space, or the storage is broken
}
buildah rm "$container" >/dev/null
cp -a "$(go env GOROOT)" "$root/usr/local/go"
go mod download
cp -a "$(go env GOMODCACHE)/cache/download" "$root/go/pkg/mod/cache/"
container=$(buildah from scratch)
buildah copy -q "$container" "$root" / >/dev/null
buildah config --env PATH=/usr/local/go/bin:/bin --env GOPATH=/go --env GOCACHE=/tmp/cache \
	--env HOME=/tmp --env GOPROXY=file:///go/pkg/mod/cache/download --env GOSUMDB=off \
	--env GOTOOLCHAIN=local "$container"
buildah commit -q "$container" $base >/dev/null
buildah rm "$container" >/dev/null
rm -rf "$root"

buildah build --build-arg BASE=$base --tag $image .
container=$(buildah from $image)
entrypoint=$(buildah inspect --format '{{.OCIv1.Config.Entrypoint}}' "$container")
[ "$entrypoint" = '[/sente]' ] || { echo "the entrypoint is $entrypoint"; exit 1; }
empty=$(buildah from scratch)
for text in LICENSE LICENSES.txt; do # only what exists can be copied
	buildah copy -q --from $image "$empty" /$text / >/dev/null
done
buildah rm "$empty" >/dev/null
printf 'uci\nisready\nquit\n' | buildah run "$container" -- /sente | tr -d '\r' | grep -qx readyok
want=$(nodes go run ./cmd/engine)
got=$(nodes buildah run "$container" -- /sente)
echo "bench 5 in the container: $got, here: $want"
[ -n "$got" ] && [ "$got" = "$want" ]
