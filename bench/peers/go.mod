module peers

go 1.19

require (
	github.com/OWNER/robotsc-go v0.2.0
	github.com/temoto/robotstxt v1.1.2
)

replace github.com/OWNER/robotsc-go => ../../build/go/robotsc-go // bench/peers.sh puts the folder of the build there
