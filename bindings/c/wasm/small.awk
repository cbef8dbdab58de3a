# small.awk - robotsc.c, with all but the folders that match the variable fast made small: clang
# compiles what stands between these lines as with -Oz.
#
# SPDX-License-Identifier: Apache-2.0
/^\/\* ==== / {
	small = $3 !~ fast
	if (small != was)
		print small ? "#pragma clang attribute push(__attribute__((minsize)), apply_to = function)" : "#pragma clang attribute pop"
	was = small
}
{ print }
END {
	if (was)
		print "#pragma clang attribute pop"
}
