/* load_module.c - loads the C module of a wheel, where a stub stands for Python, and calls its
 * entry, which returns the result of the stub's PyModuleDef_Init.
 *
 * SPDX-License-Identifier: Apache-2.0 */
#ifdef _WIN32
#include <windows.h>
#define OPEN(name) LoadLibraryA(name)
#define FIND(module) (void *)GetProcAddress(module, "PyInit__robotsc")
#else
#include <dlfcn.h>
#define OPEN(name) dlopen(name, RTLD_NOW)
#define FIND(module) dlsym(module, "PyInit__robotsc")
#endif

int main(int argc, char **argv)
{
	void *module = argc == 2 ? (void *)OPEN(argv[1]) : 0;
	void *(*entry)(void) = 0;
	if (module)
		*(void **)&entry = FIND(module);
	return entry && entry() ? 0 : 1;
}
