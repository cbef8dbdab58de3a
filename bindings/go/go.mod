// robotsc in Go: the engine in C, translated, so that neither cgo nor a C compiler is needed.
module github.com/OWNER/robotsc-go

go 1.19
