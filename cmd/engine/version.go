package main

// version is the release this source is or will become.
const version = "0.1.0"
