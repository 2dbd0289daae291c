# SPDX-License-Identifier: GPL-3.0-or-later
# plimsoll and libplimsoll-dev: cpack -B build/release --config build/release/CPackConfig.cmake. lintian finds nothing in them
# (tests/packaging/deb.sh), but that no report asks Debian for them (debian/lintian-not-ours).
set(CPACK_GENERATOR DEB)
set(CPACK_COMPONENTS_ALL runtime development)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME plimsoll)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libplimsoll-dev)
set(CPACK_PACKAGE_CONTACT "The Plimsoll developers <plimsoll-planner@users.noreply.github.com>")
set(CPACK_RESOURCE_FILE_LICENSE ${PROJECT_SOURCE_DIR}/LICENSE)
set(CPACK_PACKAGE_HOMEPAGE_URL ${PROJECT_HOMEPAGE_URL})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "planner of the GPU memory of fine-tuning and inference jobs")
set(CPACK_COMPONENT_RUNTIME_DESCRIPTION "Pick a language model, say how it will be trained or run, and see what will
stand in the memory of the graphics card, at which moment of the step, and
whether it fits. It simulates what PyTorch would allocate, without a card.")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "The core of the planner as libraries with their headers, for programs that
ask it themselves: find_package(Plimsoll) in CMake brings Plimsoll::core.")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "${CPACK_COMPONENT_RUNTIME_DESCRIPTION}")
set(CPACK_DEBIAN_DEVELOPMENT_DESCRIPTION "${CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION science)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_RUNTIME_PACKAGE_RECOMMENDS "fonts-dejavu-core")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SUGGESTS "python3, git") # of the gates
if(PLIMSOLL_WINDOW)
    set(CPACK_DEBIAN_RUNTIME_PACKAGE_DEPENDS "libqt6svg6") # its icon engine is loaded at run time
endif()
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "nlohmann-json3-dev (>= 3.11), libyaml-dev, zlib1g-dev")
include(CPack)
