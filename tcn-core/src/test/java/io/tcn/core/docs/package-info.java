// SPDX-License-Identifier: Apache-2.0
/// The documents as tests of all modules read them.
@NullMarked
package io.tcn.core.docs;

import org.jspecify.annotations.NullMarked;
