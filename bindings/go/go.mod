module github.com/OWNER/robotsc/bindings/go

go 1.19
