// SPDX-License-Identifier: Apache-2.0
/// Which of several sources of a file is used.
@NullMarked
package io.tcn.core.replica;

import org.jspecify.annotations.NullMarked;
