// Stands in the place of temoto/robotstxt: go mod edit -replace, as its README says.
module github.com/temoto/robotstxt

go 1.19

require github.com/OWNER/robotsc-go v0.2.0
