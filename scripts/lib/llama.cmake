# Read by llama-cpp-python's CMakeLists.txt right after its project() line. That file switches llama.cpp's "common" library
# on, which only llama.cpp's own programs use and which takes as long to build as the rest; a normal variable of this name
# goes before the cached one that it sets.
set(LLAMA_BUILD_COMMON OFF)
