// SPDX-License-Identifier: Apache-2.0
/// A small WebDAV storage for demonstrations, benchmarks and tests.
@NullMarked
package io.tcn.agent.storage;

import org.jspecify.annotations.NullMarked;
